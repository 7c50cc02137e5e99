import ColmeiaHTTP

/// The API of newspapers and their news, which Otec uses.
public enum CanillitaAPI {
  /// The header fields of every request.
  public static let headers: HTTPHeaders = ["Accept": "application/json", "Content-Type": "application/json"]

  /// The newspapers, identified by their names.
  public static let newspapers = Repository<Newspaper>("/newspapers")

  /// Returns the repository of the items that a newspaper has published.
  public static func news(of newspaper: String) -> Repository<NewsItem> {
    Repository("/newspapers/\(newspaper)/news")
  }

  /// Returns the request for the live stream of all published items.
  public static func stream(at base: BaseURL) -> HTTPRequest {
    HTTPRequest(.get, origin: base.origin, path: base.path + "/news")
  }
}
