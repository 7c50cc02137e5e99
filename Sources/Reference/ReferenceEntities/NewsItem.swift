import ColmeiaJSON

/// An item that a newspaper of Canillita has published (O1). Items never change.
public struct NewsItem: Sendable, Hashable, Codable, Identifiable {
  /// The maximum length of the ID, the headline and the text, in bytes of UTF-8.
  package static let longestID = 100, longestTitle = 500, longestBody = 64 << 10

  /// The server's ID of the item, unique only within its newspaper.
  public let id: String
  /// The name of the newspaper that published the item.
  public let newspaper: String
  /// The headline of the item.
  public let title: String
  /// The text of the item, with all its lines.
  public let body: String

  /// Creates an item.
  public init(id: String, newspaper: String, title: String, body: String) {
    (self.id, self.newspaper, self.title, self.body) = (id, newspaper, title, body)
  }

  /// The approximate size in bytes.
  package var bytes: Int { id.utf8.count + newspaper.utf8.count + title.utf8.count + body.utf8.count }

  /// The key of the item. IDs alone can collide between newspapers.
  public var key: Key { Key(newspaper: newspaper, id: id) }

  /// The identity of an item.
  public struct Key: Sendable, Hashable, Codable {
    /// The name of the newspaper that published the item.
    public let newspaper: String
    /// The server's ID of the item.
    public let id: String

    /// Creates a key.
    public init(newspaper: String, id: String) { (self.newspaper, self.id) = (newspaper, id) }
  }
}

extension NewsItem: ServerEntity {
  private enum Member: String, CodingKey { case id, newspaper = "newspaper_name", title, body }

  /// Decodes an item from a response. All of its parts are required.
  public init(response decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    id = try members.decode(String.self, forKey: .id)
    newspaper = try members.decode(String.self, forKey: .newspaper)
    title = try members.decode(String.self, forKey: .title)
    body = try members.decode(String.self, forKey: .body)
  }

  /// Returns the item in a response, with its time of creation in seconds since 1970.
  package func response(createdAt: Int) -> JSON {
    [
      Member.id.rawValue: .string(id), Member.newspaper.rawValue: .string(newspaper),
      Member.title.rawValue: .string(title), Member.body.rawValue: .string(body),
      "created_at": .string(UTCTime.text(createdAt)),
    ]
  }
}

// An item as an event of the stream: its ID is the event's, and its newspaper the event's type.
extension NewsItem {
  /// The data of the event. Its first line is the headline, the other lines are the text.
  package var data: String { "\(title)\n\(body)" }

  /// Creates an item from an event of the stream, or returns `nil` if the ID, the newspaper or the data is missing.
  public init?(id: String, event: String, data: String) {
    guard !id.isEmpty, !event.isEmpty, event != "message", !data.isEmpty else { return nil }
    // Searched by bytes, because "\r\n" is a single character.
    let bytes = data.utf8
    let end = bytes.firstIndex(of: 10) ?? bytes.endIndex
    let rest = end == bytes.endIndex ? end : bytes.index(after: end)
    self.init(id: id, newspaper: event, title: String(data[..<end]), body: String(data[rest...]))
  }
}
