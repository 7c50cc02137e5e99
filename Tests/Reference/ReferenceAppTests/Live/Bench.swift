import ColmeiaBase
import ColmeiaTesting

@testable import ReferenceApp

/// A test bench for the live handler, with a stub transport and an in-memory token store. It runs an effect, and
/// returns the actions that the effect sends.
struct Bench {
  let stub: StubTransport
  let tokens: any TokenStore
  let handler: AppHandler

  init(_ rules: StubRule..., tokens: any TokenStore = MemoryTokenStore()) throws {
    try self.init(rules: rules, tokens: tokens) { _ in }
  }

  init(
    rules: [StubRule], tokens: any TokenStore = MemoryTokenStore(),
    _ change: (inout AppEnvironment) throws -> Void
  ) throws {
    try self.init(over: StubTransport(rules), tokens: tokens, change)
  }

  init(
    over stub: StubTransport, tokens: any TokenStore = MemoryTokenStore(),
    _ change: (inout AppEnvironment) throws -> Void = { _ in }
  ) throws {
    self.stub = stub
    self.tokens = tokens
    var environment = AppEnvironment(
      iddog: try BaseURL("http://dogs.example"), eventbee: try BaseURL("http://bees.example/api"),
      canillita: try BaseURL("http://news.example"), transport: stub, tokens: tokens, random: { 0 })
    environment.shots = try ShotService(
      stub, base: BaseURL("http://shots.example/v1"), token: Token("shot-token"))
    try change(&environment)
    handler = AppHandler(environment)
  }

  /// Runs an effect, and returns the actions that it sends.
  func actions(_ effect: AppReducer.Effect) async -> [AppReducer.Action] {
    let sent = Guarded<[AppReducer.Action]>([])
    let box = Box(sent)
    await handler.work(for: effect).run(Send { action in box.content.withLock { $0.append(action) } })
    return box.content.withLock { $0 }
  }

  /// The requests that were sent, each as a line with the method, the URL, and the token if there is one.
  var requests: [String] {
    stub.requests.map { request in
      let token = request.headers["Authorization"] ?? request.headers["Token"]
      return "\(request.method) \(request.origin)\(request.target)" + (token.map { " as \($0)" } ?? "")
    }
  }

  private final class Box: Sendable {
    let content: Guarded<[AppReducer.Action]>
    init(_ content: consuming Guarded<[AppReducer.Action]>) { self.content = content }
  }
}

extension TokenStore where Self == MemoryTokenStore {
  /// A token store in which one account is signed in at iddog, and another at Eventbee.
  static var signedIn: MemoryTokenStore {
    MemoryTokenStore([
      TokenItem(service: "iddog", account: "ana@example.com"): Token("dog-token"),
      TokenItem(service: "eventbee", account: "7 bia@example.com"): Token("bee-token"),
    ])
  }
}

/// A token store whose operations all fail.
struct BrokenTokenStore: TokenStore {
  static let error = TokenStoreError.file(FileError(.open, "/tokens", .denied))

  func read(_ item: TokenItem) async throws(TokenStoreError) -> Token? { throw Self.error }
  func write(_ token: Token, as item: TokenItem) async throws(TokenStoreError) { throw Self.error }
  func replace(_ old: Token, with new: Token?, as item: TokenItem) async throws(TokenStoreError) -> Bool {
    throw Self.error
  }
  func delete(_ item: TokenItem) async throws(TokenStoreError) { throw Self.error }
  func accounts(of service: String) async throws(TokenStoreError) -> [String] { throw Self.error }
}

extension StubRule.Answer {
  /// Returns an answer with a JSON body.
  static func json(_ json: JSON, _ status: Int = 200) -> Self { .response(HTTPResponse(status, json: json)) }
  /// Returns Eventbee's error response with this text.
  static func refusal(_ status: Int, _ text: String) -> Self { .json(["result": .string(text)], status) }
}
