import ColmeiaHTTP
import ColmeiaSecrets
import ColmeiaTransport
import ColmeiaWebSocket

/// A WebSocket transport whose messages are passed to the masker of a scenario's network.
struct NetworkSockets: WebSocketTransport {
  let masker: SharedMasker
  let base: any WebSocketTransport

  nonisolated(nonsending) func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    masker.learn { $0.learn(request) }
    return NetworkSocket(masker: masker, base: try await base.open(request, subprotocols: subprotocols))
  }
}

private struct NetworkSocket: WebSocketConnection {
  let masker: SharedMasker
  let base: any WebSocketConnection

  var subprotocol: String? { base.subprotocol }
  var end: WebSocketClose? { base.end }
  func close(_ close: WebSocketClose) { base.close(close) }

  func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
    learn(message)
    try base.send(message)
  }

  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? {
    let message = await base.receive()
    if let message { learn(message) }
    return message
  }

  private func learn(_ message: WebSocketMachine.Message) {
    if case .text(let text) = message { masker.learn { $0.learn(body: Array(text.utf8)) } }
  }
}
