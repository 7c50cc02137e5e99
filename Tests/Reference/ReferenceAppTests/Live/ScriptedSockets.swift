import Colmeia
import ColmeiaBase
import ColmeiaJSON
import ColmeiaTransport

/// A cable without a network. It welcomes each connection, and responds to its messages as the script says.
final class ScriptedSockets: WebSocketTransport {
  /// Returns the server's reactions to a command, given its name, its identifier and its data.
  typealias Script = @Sendable (_ command: String, _ identifier: String, _ data: String?) -> [Reaction]

  /// A reaction of the server.
  enum Reaction: Sendable {
    /// Confirms or rejects the subscription.
    case confirm, reject
    /// Sends a message to the channel.
    case message(JSON)
    /// Sends arbitrary text.
    case text(String)
    /// Closes the connection.
    case end
  }

  private let script: Script
  private let content = Guarded<[HTTPRequest]>([])
  private let sent = Guarded<[String]>([])

  init(_ script: @escaping Script) { self.script = script }

  /// The requests that opened connections.
  var requests: [HTTPRequest] { content.withLock { $0 } }
  /// The texts that the client has sent, in order.
  var texts: [String] { sent.withLock { $0 } }

  nonisolated(nonsending) func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    content.withLock { $0.append(request) }
    let connection = Connection(subprotocols.first) { [script] text, connection in
      self.sent.withLock { $0.append(text) }
      let json = try? JSON(parsing: text)
      let identifier = json?["identifier"]?.string ?? ""
      for reaction in script(json?["command"]?.string ?? "", identifier, json?["data"]?.string) {
        connection.perform(reaction, identifier)
      }
    }
    connection.put(#"{"type":"welcome"}"#)
    return connection
  }

  private final class Connection: WebSocketConnection {
    let subprotocol: String?
    private let stream: AsyncStream<String>
    private let input: AsyncStream<String>.Continuation
    private let receiveText: @Sendable (String, Connection) -> Void
    private let ending = Guarded<WebSocketClose?>(nil)

    init(_ subprotocol: String?, _ receiveText: @escaping @Sendable (String, Connection) -> Void) {
      self.subprotocol = subprotocol
      self.receiveText = receiveText
      (stream, input) = AsyncStream.makeStream(of: String.self)
    }

    var end: WebSocketClose? { ending.withLock { $0 } }

    func put(_ text: String) { input.yield(text) }

    func perform(_ reaction: Reaction, _ identifier: String) {
      var object = JSONObject()
      object["identifier"] = .string(identifier)
      switch reaction {
      case .confirm: object["type"] = "confirm_subscription"
      case .reject: object["type"] = "reject_subscription"
      case .message(let json): object["message"] = json
      case .text(let text): return put(text)
      case .end: return close(WebSocketClose(.normal))
      }
      put(JSON.object(object).text())
    }

    func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
      guard end == nil else { throw .notOpen }
      if case .text(let text) = message { receiveText(text, self) }
    }

    nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? {
      var iterator = stream.makeAsyncIterator()
      return await iterator.next().map { .text($0) }
    }

    func close(_ close: WebSocketClose) {
      ending.withLock { if $0 == nil { $0 = close } }
      input.finish()
    }
  }
}
