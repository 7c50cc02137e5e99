import ColmeiaHTTP

/// The API of newspapers and their news, with which Otec works.
public enum CanillitaAPI {
  /// The header fields of every request.
  public static let headers: HTTPHeaders = ["Accept": "application/json", "Content-Type": "application/json"]

  /// The newspapers, each known by its name.
  public static let newspapers = Repository<Newspaper>("/newspapers")

  /// What the server says when there is a newspaper of the name already, or an item of the identity.
  public static let duplicate = "Duplicated entity"

  /// What one newspaper has published.
  public static func news(of newspaper: String) -> Repository<NewsItem> {
    Repository("/newspapers/\(newspaper)/news")
  }

  /// The request of the stream on which everything that is published comes, live.
  public static func stream(at base: BaseURL) -> HTTPRequest {
    HTTPRequest(.get, origin: base.origin, path: base.path + "/news")
  }
}

extension CanillitaAPI {
  /// A newspaper. Its name is its identity.
  public struct Newspaper: Sendable, Hashable, Codable, Identifiable {
    /// The name.
    public var name: String
    /// What it is about.
    public var description: String

    /// A newspaper.
    public init(name: String, description: String) {
      self.name = name
      self.description = description
    }

    /// The name.
    public var id: String { name }
  }

  /// Something that a newspaper has published; it never changes.
  public struct NewsItem: Sendable, Hashable, Identifiable {
    /// The server's name for it.
    public let id: String
    /// Which newspaper.
    public let newspaper: String
    /// The headline.
    public let title: String
    /// The text, of any number of lines.
    public let body: String

    /// An item.
    public init(id: String, newspaper: String, title: String, body: String) {
      self.id = id
      self.newspaper = newspaper
      self.title = title
      self.body = body
    }
  }

  /// Something to be published. The server gives it its identity.
  public struct NewsDraft: Sendable, Hashable, Codable {
    /// The headline.
    public var title: String
    /// The text.
    public var body: String

    /// A draft.
    public init(title: String, body: String) {
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
  /// The item that an event of the stream is: the event's name is the newspaper's, the first line of its data is the
  /// headline, and all others are the body.
  ///
  /// - Returns: `nil` where the identity, the newspaper or the data is missing.
  public init?(id: String, event: String, data: String) {
    guard !id.isEmpty, !event.isEmpty, event != "message", !data.isEmpty else { return nil }
    // Bytes, because "\r\n" is one character.
    let bytes = data.utf8
    let end = bytes.firstIndex(of: 10) ?? bytes.endIndex
    let rest = end == bytes.endIndex ? end : bytes.index(after: end)
    self.init(id: id, newspaper: event, title: String(data[..<end]), body: String(data[rest...]))
  }
}
