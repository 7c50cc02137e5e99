import ColmeiaClient

/// The client of the albums, with the session in header fields and the cache of responses. GET requests are retried.
public struct AlbumService: Sendable {
  /// The name of the service under which the session is stored.
  public static let service = "album"

  /// The client for requests that aren't about a particular album.
  let api: APIClient
  let session: SessionHeaders
  let cache: ResponseCache?
  /// Returns the photo that the user has chosen, by its name, or `nil` if there is none.
  let photo: @Sendable (String) async -> PhotoFile?
  private let tokens: any TokenStore
  private static let item = TokenItem(service: service, account: "session")

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - transport: The transport for requests.
  ///   - base: The base URL of the API, including `/album`.
  ///   - tokens: The token store for the session.
  ///   - cache: The cache of responses, or `nil` for none.
  ///   - clock: The clock that measures when to retry a request.
  ///   - random: Returns a random number in 0..<1.
  ///   - photo: Returns the photo that the user has chosen, by its name, or `nil` if there is none.
  public init(
    _ transport: any Transport, base: BaseURL, tokens: any TokenStore, cache: ResponseCache?,
    clock: any Clock<Duration>, random: @escaping @Sendable () -> Double,
    photo: @escaping @Sendable (String) async -> PhotoFile?
  ) {
    let policy = RetryPolicy(methods: [.get])
    let session = SessionHeaders(tokens, Self.item, of: base)
    let retrying = RetryingTransport(transport, policy: policy, clock: clock, random: random)
    api = APIClient(retrying, base: base, as: .session(session))
    self.session = session
    self.tokens = tokens
    self.cache = cache
    self.photo = photo
  }

  /// The client for the calls that begin and end a session, which have a base URL of their own (H7).
  var authentication: APIClient {
    var api = api
    api.base = api.base.appending("auth")
    return api
  }

  /// Returns the client for requests about one album (H8).
  func api(of email: String) -> APIClient {
    var api = api
    api.parameters = ["email": .string(email)]
    return api
  }

  /// Returns whether a session is stored.
  func hasSession() async throws(TokenStoreError) -> Bool { try await tokens.read(Self.item) != nil }
}
