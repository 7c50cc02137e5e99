import ColmeiaHTTP
import ColmeiaSecrets
import ColmeiaTransport
import ColmeiaWebSocket

/// A WebSocket transport whose messages are passed to the masker of a scenario's network.
struct NetworkSockets: WebSocketTransport {
  let network: ScenarioNetwork
  let base: any WebSocketTransport

  nonisolated(nonsending) func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    network.masker.learn { $0.learn(request) }
    do throws(WebSocketFailure) {
      let socket = try await base.open(request, subprotocols: subprotocols)
      await network.passes()
      return NetworkSocket(network: network, base: socket)
    } catch {
      await network.passes()
      throw error
    }
  }
}

private struct NetworkSocket: WebSocketConnection {
  let network: ScenarioNetwork
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
    await network.passes()
    if let message { learn(message) }
    return message
  }

  private func learn(_ message: WebSocketMachine.Message) {
    if case .text(let text) = message { network.masker.learn { $0.learn(body: Array(text.utf8)) } }
  }
}
