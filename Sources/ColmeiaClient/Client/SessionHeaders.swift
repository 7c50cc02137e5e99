import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage
import ColmeiaSync

/// Header fields that a server hands out with its answers and wants back with each request, as devise_token_auth does:
/// `access-token`, `client`, `uid`. They are one secret, kept in a token store as one item.
///
/// They are taken from every answer of one origin, whatever its status, because such a server changes the token with each
/// of them; never from what a redirect led to elsewhere. The answer to an older request never replaces what that to a newer
/// one has brought. A value that is blank, longer than ``valueLimit`` bytes, or cannot be sent is passed over.
public final class SessionHeaders: Sendable {
  /// How many bytes a value may have.
  public static let valueLimit = 4_096

  private struct Content: Sendable {
    var capture = SessionCapture()
    var isRead = false
    /// What is to be written: the fields, or that there are none any more.
    var pending: [String: String]?
    var isWriting = false
  }

  /// The names of the fields; without a value for the first nobody is signed in.
  public let names: [String]
  /// Scheme, host and port of the only server that gives and gets them.
  public let origin: String
  private let store: any TokenStore
  private let item: TokenItem
  private let failure: (@Sendable (TokenStoreError) -> Void)?
  private let content = Guarded(Content())

  /// The fields of the server at `base`.
  ///
  /// - Parameters:
  ///   - store: Where the fields are kept between runs.
  ///   - item: What they are kept under.
  ///   - base: The server's base address. The fields go to no other origin.
  ///   - names: The names of the header fields.
  ///   - failure: Told when they could not be kept, on any thread; until the process ends they are used all the same.
  public init(
    _ store: any TokenStore, _ item: TokenItem, of base: BaseURL,
    names: [String] = ["access-token", "client", "uid"], failure: (@Sendable (TokenStoreError) -> Void)? = nil
  ) {
    self.store = store
    self.item = item
    self.names = names
    self.failure = failure
    origin = base.origin
  }

  /// Forgets the fields, here and in the store. Answers to requests from before bring none back.
  ///
  /// - Throws: `TokenStoreError`; then the fields are forgotten until the process ends, and may come back at the next
  ///   start.
  public func forget() async throws(TokenStoreError) {
    content.withLock { content in
      content.capture.forget()
      content.isRead = true
    }
    try await write([:])
  }

  /// Numbers a request that will be sent, and answers what it is to carry.
  nonisolated(nonsending) func prepare() async throws(TokenStoreError) -> (number: Int, fields: [HTTPHeaders.Field]) {
    if !content.withLock({ $0.isRead }) {
      let kept = Self.parse(try await store.read(item))
      content.withLock { content in
        if !content.isRead { content.capture.restore(kept) }
        content.isRead = true
      }
    }
    return content.withLock { content in
      let (number, fields) = (content.capture.send(), content.capture.fields)
      return (number, names.compactMap { name in fields[name.lowercased()].map { .init(name, $0) } })
    }
  }

  /// Takes what an answer brings.
  ///
  /// - Parameter number: What ``prepare()`` said.
  nonisolated(nonsending) func capture(_ response: HTTPResponse, of number: Int) async {
    guard response.origin == nil else { return }
    var found: [(name: String, value: String)] = []
    for name in names {
      guard let value = response.headers[name], value.utf8.count <= Self.valueLimit,
        HeaderText.isSendable(.init(name, value))
      else { continue }
      found.append((name.lowercased(), value))
    }
    let news = content.withLock { $0.capture.take(found, from: number) ? $0.capture.fields : nil }
    guard let news else { return }
    do throws(TokenStoreError) { try await write(news) } catch { failure?(error) }
  }

  /// Writes the newest: one at a time, and what comes meanwhile after that, so that no older write ends last.
  nonisolated(nonsending) private func write(_ fields: [String: String]) async throws(TokenStoreError) {
    let isWriter = content.withLock { content in
      content.pending = fields
      defer { content.isWriting = true }
      return !content.isWriting
    }
    guard isWriter else { return }
    var problem: TokenStoreError?
    while let next = nextWrite() {
      do throws(TokenStoreError) {
        if next.isEmpty { try await store.delete(item) } else { try await store.write(Self.token(next), as: item) }
        problem = nil
      } catch { problem = error }
    }
    if let problem { throw problem }
  }

  private func nextWrite() -> [String: String]? {
    content.withLock { content in
      content.isWriting = content.pending != nil
      return content.pending.take()
    }
  }

  private static func token(_ fields: [String: String]) -> Token {
    var object = JSONObject()
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { object[name] = .string(value) }
    return Token(JSON.object(object).text())
  }

  /// The fields of a token; none, where it is another kind of token.
  private static func parse(_ token: Token?) -> [String: String] {
    guard let token, let object = (try? JSON(parsing: Array(token.value.utf8)))?.object else { return [:] }
    return Dictionary(object.compactMap { member in member.value.string.map { (member.key, $0) } }) { first, _ in first
    }
  }
}
