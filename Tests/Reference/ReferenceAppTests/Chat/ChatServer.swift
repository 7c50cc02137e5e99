import ColmeiaBase
import ReferenceBackend
import TestSupport

@testable import ReferenceApp

/// The project's own back end with its cable and its API. Some requests, responses and texts of the cable are lost, and
/// with a text everything that follows it on its connection.
final class ChatServer: Transport, WebSocketTransport {
  /// The event in whose chat Ana and Bruno are.
  static let event = 2

  private struct Content: ~Copyable {
    var machine: Machine<Backend>
    var random: SplitMix
    var isReliable = true
    var exchanges: UInt64 = 0
    var links: [ExchangeID: ChatLink] = [:]
    var opened = 0
  }

  private let content: Guarded<Content>
  private let bruno: String
  let ana: Member
  let anasToken: String

  init(seed: UInt64) throws {
    var server: BackendModel
    (ana, server) = EventbeeMember.signedIn()
    anasToken = server.token ?? ""
    let logIn = server.call(EventbeeAPI.logIn(email: "bruno@colmeia.example", password: "a-password"))
    bruno = try logIn.get().token.value
    server.token = bruno
    _ = try server.call(EventbeeAPI.subscribe(to: Self.event)).get()
    content = Guarded(
      Content(machine: Machine(server.state, Backend(passwordRounds: 1)), random: SplitMix(state: seed)))
  }

  var isReliable: Bool {
    get { content.withLock { $0.isReliable } }
    set { content.withLock { $0.isReliable = newValue } }
  }

  /// The number of connections that were opened.
  var opened: Int { content.withLock { $0.opened } }
  /// Whether no connection of Ana's is open.
  var isCut: Bool { content.withLock { content in content.links.values.allSatisfy { $0.end != nil } } }

  /// The messages that the server has, the oldest first.
  var messages: [ChatMessage] {
    content.withLock { content in
      var model = BackendModel(content.machine.state)
      model.token = bruno
      let messages = model.call(EventbeeAPI.messages(of: Self.event))
      return (try? messages.get()) ?? []
    }
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let response: HTTPResponse? = content.withLock { content in
      let loss = content.isReliable ? 9 : content.random.below(8)
      if loss == 0 { return nil }
      let response = Self.receive(request, &content).response
      return loss == 1 ? nil : response
    }
    guard let response else { throw .offline }
    return response
  }

  nonisolated(nonsending) func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    let request = Self.handshake(request.headers["Token"] ?? "", subprotocols)
    let link = ChatLink(self)
    let response = content.withLock { content in
      content.opened += 1
      return Self.receive(request, &content, link).response
    }
    guard let response, response.status == 101 else { throw .refused(.status(response?.status ?? 500)) }
    return link
  }

  /// Restarts the server, which keeps what it has stored.
  func restart() {
    content.withLock { content in
      content.machine.send(.restarting)
      _ = Self.takeResponse(to: nil, &content)
      content.machine = Machine(content.machine.state, Backend(passwordRounds: 1))
    }
  }

  /// Cuts Ana's connection.
  func cut() { content.withLock { content in for id in content.links.keys { Self.cut(id, &content) } } }

  /// Bruno says something.
  func say(_ text: String) {
    content.withLock { content in
      let id = Self.receive(Self.handshake(bruno), &content).id
      let identifier = JSON.string(ChatHandler.room(Self.event).text)
      for command: JSON in [
        ["command": "subscribe", "identifier": identifier],
        [
          "command": "message", "identifier": identifier,
          "data": .string((["action": "speak", "message": .string(text)] as JSON).text()),
        ],
      ] {
        content.machine.send(.message(id, command.text(), Self.context(content)))
        _ = Self.takeResponse(to: nil, &content)
      }
      content.machine.send(.left(id))
    }
  }

  /// Receives a text over a connection of Ana's.
  fileprivate func receive(_ text: String, over link: ChatLink) {
    content.withLock { content in
      guard let id = content.links.first(where: { $0.value === link })?.key, link.end == nil else { return }
      let loss = content.isReliable ? 9 : content.random.below(12)
      if loss > 0 {
        content.exchanges += 1
        content.machine.send(.message(id, text, Self.context(content)))
        _ = Self.takeResponse(to: nil, &content)
      }
      if loss < 2 { Self.cut(id, &content) }
    }
  }

  /// Ana's app has closed its connection.
  fileprivate func left(_ link: ChatLink) {
    content.withLock { content in
      if let id = content.links.first(where: { $0.value === link })?.key { Self.cut(id, &content) }
    }
  }

  private static func handshake(_ token: String, _ subprotocols: [String] = []) -> HTTPRequest {
    WebSocketHandshake.request(
      "/cable", origin: "http://bees.example", nonce: Array(repeating: 7, count: 16), subprotocols: subprotocols,
      headers: ["Host": "bees.example", "Origin": "http://bees.example", "Token": token])
  }

  private static func context(_ content: borrowing Content) -> RequestContext {
    RequestContext(date: 1_700_000_000, token: "token-\(content.exchanges)", salt: [1])
  }

  private static func receive(
    _ request: HTTPRequest, _ content: inout Content, _ link: ChatLink? = nil
  ) -> (id: ExchangeID, response: HTTPResponse?) {
    content.exchanges += 1
    let id = ExchangeID(rawValue: content.exchanges)
    content.links[id] = link
    content.machine.send(.received(id, request, context(content)))
    return (id, takeResponse(to: id, &content))
  }

  /// Performs the back end's effects. Returns its response to an exchange.
  private static func takeResponse(to exchange: ExchangeID?, _ content: inout Content) -> HTTPResponse? {
    var answer: HTTPResponse?
    let requests = content.machine.requests
    content.machine.requests.removeAll()
    for case .start(let id, let effect) in requests {
      switch effect {
      case .respond(exchange, let response), .upgrade(exchange, let response): answer = response
      case .transmit(let id, let text): transmit(text, over: id, &content)
      case .hangUp(let id): cut(id, &content)
      default: break
      }
      content.machine.finish(id)
    }
    return answer
  }

  private static func transmit(_ text: String, over id: ExchangeID, _ content: inout Content) {
    guard let link = content.links[id] else { return }
    let loss = content.isReliable ? 9 : content.random.below(20)
    if loss > 0 { link.put(text) }
    if loss < 2 { cut(id, &content) }
  }

  private static func cut(_ id: ExchangeID, _ content: inout Content) {
    guard let link = content.links.removeValue(forKey: id) else { return }
    content.machine.send(.left(id))
    link.lose()
  }
}

/// One connection to the cable.
final class ChatLink: WebSocketConnection {
  let subprotocol: String? = "actioncable-v1-json"
  private let server: ChatServer
  private let stream: AsyncStream<String>
  private let input: AsyncStream<String>.Continuation
  private let ending = Guarded<WebSocketClose?>(nil)

  fileprivate init(_ server: ChatServer) {
    self.server = server
    (stream, input) = AsyncStream.makeStream(of: String.self)
  }

  var end: WebSocketClose? { ending.withLock { $0 } }

  fileprivate func put(_ text: String) { input.yield(text) }

  fileprivate func lose() {
    ending.withLock { if $0 == nil { $0 = WebSocketClose(.abnormal) } }
    input.finish()
  }

  func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
    guard end == nil else { throw .notOpen }
    if case .text(let text) = message { server.receive(text, over: self) }
  }

  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next().map { .text($0) }
  }

  func close(_ close: WebSocketClose) {
    lose()
    server.left(self)
  }
}
