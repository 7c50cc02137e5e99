import ColmeiaCache
import ColmeiaClient
import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaSystems
import ColmeiaTransport

/// The client of the albums, with the session in header fields and the cache of responses. GET requests are retried.
public struct AlbumService: Sendable {
  /// The name of the service under which the session is stored.
  public static let service = "album"

  /// The client for requests that aren't about a particular album.
  let api: APIClient
  let session: SessionHeaders
  let cache: AnswerCache?
  /// Returns the bytes of a file that the user has chosen, by its name.
  let read: @Sendable (String) async -> Result<[UInt8], PhotoFailure>
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
  ///   - read: Returns the bytes of a file that the user has chosen, by its name.
  public init(
    _ transport: any Transport, base: BaseURL, tokens: any TokenStore, cache: AnswerCache?,
    clock: any Clock<Duration>, random: @escaping @Sendable () -> Double,
    read: @escaping @Sendable (String) async -> Result<[UInt8], PhotoFailure>
  ) {
    let policy = RetryPolicy(methods: [.get])
    let session = SessionHeaders(tokens, Self.item, of: base)
    let retrying = RetryingTransport(transport, policy: policy, clock: clock, random: random)
    api = APIClient(retrying, base: base, as: .session(session))
    self.session = session
    self.tokens = tokens
    self.cache = cache
    self.read = read
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
