import ColmeiaBase
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage

/// The session header fields that a server issues with its responses and expects back with each request, as
/// devise_token_auth does: `access-token`, `client` and `uid`.
///
/// The fields are kept together as one secret item in a token store. They are captured from every response of one
/// origin, whatever its status, because such a server changes the token with each response. They are never captured
/// from the target of a redirect to another origin. The response to an older request never replaces the values of a
/// newer one. A value is ignored if it is blank, longer than ``valueLimit`` bytes, or not a valid header field value.
public final class SessionHeaders: Sendable {
  /// The maximum number of bytes in a value.
  public static let valueLimit = 4_096

  struct Content: Sendable {
    var capture = SessionCapture()
    var isRead = false
    /// The fields that are to be written, empty if the item is to be deleted, or `nil` if no write is pending.
    var pending: [String: String]?
    var isWriting = false
    /// The number of writes that were requested, and of those that are over, because their fields or newer ones were
    /// written.
    var (requested, over) = (0, 0)
    /// The error of the last write, or `nil` if it has succeeded.
    var problem: TokenStoreError?
  }

  /// The names of the fields. If the first one has no value, the user is not signed in.
  public let names: [String]
  /// The scheme, host and port of the only server that the fields are captured from and sent to.
  public let origin: String
  private let store: any TokenStore
  private let item: TokenItem
  private let failure: (@Sendable (TokenStoreError) -> Void)?
  let content = Awaited(Content())

  /// Creates the session header fields of the server at `base`.
  ///
  /// - Parameters:
  ///   - store: The store that keeps the fields between launches.
  ///   - item: The item in the store.
  ///   - base: The server's base address. The fields are sent to no other origin.
  ///   - names: The names of the header fields.
  ///   - failure: A callback, called on any thread if the fields cannot be stored. They remain in use until the process
  ///     ends.
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

  /// Removes the fields from memory and from the store. Responses to earlier requests do not restore them.
  ///
  /// - Throws: `TokenStoreError` if the store fails. The fields are then removed until the process ends, and may
  ///   reappear at the next launch.
  public func forget() async throws(TokenStoreError) {
    content.change { content in
      content.capture.forget()
      content.isRead = true
    }
    let number = await write()
    // Another task may be writing.
    let problem = await content.firstRegardless { $0.over >= number ? Result<Void, TokenStoreError>($0.problem) : nil }
    try problem.get()
  }

  /// Registers a request that is about to be sent, and returns its number and the fields to send with it.
  nonisolated(nonsending) func prepare() async throws(TokenStoreError) -> (number: Int, fields: [HTTPHeaders.Field]) {
    if !content.read({ $0.isRead }) {
      let kept = Self.parse(try await store.read(item))
      content.change { content in
        if !content.isRead { content.capture.restore(kept) }
        content.isRead = true
      }
    }
    return next()
  }

  /// Registers a request, and returns its number and the fields to send with it.
  ///
  /// - Parameter earlier: The number of the request that is repeated. If the fields have been forgotten since, the
  ///   repetition has the same number and gets no fields, so that they aren't restored.
  func next(after earlier: Int? = nil) -> (number: Int, fields: [HTTPHeaders.Field]) {
    content.change { content in
      if let earlier, content.capture.isForgotten(earlier) { return (earlier, []) }
      let (number, fields) = (content.capture.send(), content.capture.fields)
      return (number, names.compactMap { name in fields[name.lowercased()].map { .init(name, $0) } })
    }
  }

  /// Captures the fields of a response.
  ///
  /// - Parameter number: The number of the request, as returned by ``prepare()``.
  nonisolated(nonsending) func capture(_ response: HTTPResponse, of number: Int) async {
    guard response.origin == nil else { return }
    var found: [(name: String, value: String)] = []
    for name in names {
      guard let value = response.headers[name], value.utf8.count <= Self.valueLimit,
        HeaderText.isSendable(.init(name, value))
      else { continue }
      found.append((name.lowercased(), value))
    }
    guard content.change({ $0.capture.receive(found, from: number) }) else { return }
    await write()
  }

  /// Writes the current fields to the store. If another task is writing, that one writes them, too: only one write runs
  /// at a time, and a newer one follows it, so an older write never finishes last.
  ///
  /// - Returns: The number of the write.
  @discardableResult nonisolated(nonsending) private func write() async -> Int {
    let (number, isWriter) = content.change { content in
      content.requested += 1
      content.pending = content.capture.fields
      defer { content.isWriting = true }
      return (content.requested, !content.isWriting)
    }
    if !isWriter { return number }
    while let (fields, number) = nextWrite() {
      var problem: TokenStoreError?
      do throws(TokenStoreError) {
        if fields.isEmpty {
          try await store.delete(item)
        } else {
          try await store.write(Self.token(fields), as: item)
        }
      } catch { problem = error }
      content.change { ($0.over, $0.problem) = (number, problem) }
      // Whoever signs out gets the error.
      if let problem, !fields.isEmpty { failure?(problem) }
    }
    return number
  }

  private func nextWrite() -> (fields: [String: String], number: Int)? {
    content.change { content in
      content.isWriting = content.pending != nil
      return content.pending.take().map { ($0, content.requested) }
    }
  }

  private static func token(_ fields: [String: String]) -> Token {
    var object = JSONObject()
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { object[name] = .string(value) }
    return Token(JSON.object(object).text())
  }

  /// Returns the fields that a token contains, or none if it is another kind of token.
  private static func parse(_ token: Token?) -> [String: String] {
    guard let token, let object = (try? JSON(parsing: Array(token.value.utf8)))?.object else { return [:] }
    return Dictionary(object.compactMap { member in member.value.string.map { (member.key, $0) } }) { first, _ in first
    }
  }
}

extension Result where Success == Void {
  fileprivate init(_ problem: Failure?) { self = problem.map { .failure($0) } ?? .success(()) }
}
