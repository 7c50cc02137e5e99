import ColmeiaHTTP

/// The API of newspapers and their news, which Otec uses.
public enum CanillitaAPI {
  /// The header fields of every request.
  public static let headers: HTTPHeaders = ["Accept": "application/json", "Content-Type": "application/json"]

  /// The newspapers, identified by their names.
  public static let newspapers = Repository<Newspaper>("/newspapers")

  /// The server's message for a newspaper whose name, or an item whose ID, already exists.
  public static let duplicate = "Duplicated entity"

  /// Returns the repository of the items that a newspaper has published.
  public static func news(of newspaper: String) -> Repository<NewsItem> {
    Repository("/newspapers/\(newspaper)/news")
  }

  /// Returns the request for the live stream of all published items.
  public static func stream(at base: BaseURL) -> HTTPRequest {
    HTTPRequest(.get, origin: base.origin, path: base.path + "/news")
  }
}

extension CanillitaAPI {
  /// A newspaper, identified by its name.
  public struct Newspaper: Sendable, Hashable, Codable, Identifiable {
    /// The name of the newspaper.
    public var name: String
    /// The description of the newspaper.
    public var description: String

    /// Creates a newspaper.
    public init(name: String, description: String) {
      self.name = name
      self.description = description
    }

    /// The name, which identifies the newspaper.
    public var id: String { name }
  }

  /// An item that a newspaper has published. Items never change.
  public struct NewsItem: Sendable, Hashable, Identifiable {
    /// The server's ID of the item.
    public let id: String
    /// The name of the newspaper that published the item.
    public let newspaper: String
    /// The headline of the item.
    public let title: String
    /// The text of the item, which may have any number of lines.
    public let body: String

    /// Creates an item.
    public init(id: String, newspaper: String, title: String, body: String) {
      self.id = id
      self.newspaper = newspaper
      self.title = title
      self.body = body
    }
  }
}

extension CanillitaAPI.NewsItem: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, title, body
    case newspaper = "newspaper_name"
  }
}

extension CanillitaAPI.NewsItem {
  /// Creates an item from an event of the stream, or returns `nil` if the ID, the newspaper or the data is missing.
  ///
  /// - Parameters:
  ///   - id: The ID of the event, which is the ID of the item.
  ///   - event: The type of the event, which is the name of the newspaper.
  ///   - data: The data of the event. Its first line is the headline, the other lines are the text.
  public init?(id: String, event: String, data: String) {
    guard !id.isEmpty, !event.isEmpty, event != "message", !data.isEmpty else { return nil }
    // Searched by bytes, because "\r\n" is a single character.
    let bytes = data.utf8
    let end = bytes.firstIndex(of: 10) ?? bytes.endIndex
    let rest = end == bytes.endIndex ? end : bytes.index(after: end)
    self.init(id: id, newspaper: event, title: String(data[..<end]), body: String(data[rest...]))
  }
}
