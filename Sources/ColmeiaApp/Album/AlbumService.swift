import ColmeiaCache
import ColmeiaClient
import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaSystems
import ColmeiaTransport

/// The way to the albums: the session that comes and goes in header fields, and what is kept of answers. What is only read is
/// asked again when it did not come.
public struct AlbumService: Sendable {
  /// Under which service the session is kept.
  public static let service = "album"

  /// The client of the calls that are made for anybody.
  let api: APIClient
  let session: SessionHeaders
  let cache: AnswerCache?
  /// The bytes of a file that the user has chosen, by its name.
  let read: @Sendable (String) async -> Result<[UInt8], PhotoFailure>
  private let tokens: any TokenStore
  private static let item = TokenItem(service: service, account: "session")

  /// A service.
  ///
  /// - Parameters:
  ///   - transport: Sends requests.
  ///   - base: Where the API is, its `/album` included.
  ///   - tokens: Where the session is kept.
  ///   - cache: What is kept of earlier answers; without one nothing is.
  ///   - clock: Measures when a call is made again.
  ///   - random: Random numbers from 0 up to 1.
  ///   - read: The bytes of a file that the user has chosen, by its name.
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

  /// The client of the calls about one album (H8).
  func api(of email: String) -> APIClient {
    var api = api
    api.parameters = ["email": .string(email)]
    return api
  }

  /// Whether a session is kept.
  func hasSession() async throws(TokenStoreError) -> Bool { try await tokens.read(Self.item) != nil }
}
