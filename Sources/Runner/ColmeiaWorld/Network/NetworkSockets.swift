import ColmeiaHTTP
import ColmeiaSecrets
import ColmeiaTransport

/// A WebSocket transport that goes through a scenario's network.
struct NetworkSockets: WebSocketTransport {
  let network: ScenarioNetwork
  let base: any WebSocketTransport
  let device: String

  nonisolated(nonsending) func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    let (number, decision) = network.begin(request, device, isStream: true)
    do throws(WebSocketFailure) {
      try await applyFaults(request, decision)
      let socket = try await base.open(request, subprotocols: subprotocols)
      await network.passes()
      guard network.attach(number, { socket.close(WebSocketClose(.goingAway)) }) else {
        socket.close()
        throw .transport(.unreachable(.connectionLost, origin: request.origin))
      }
      network.record(number) { $0.status = 101 }
      return NetworkSocket(socket, number, network)
    } catch {
      await network.passes()
      network.release(number)
      network.record(number) { exchange in
        if case .refused(.status(let status)) = error { exchange.status = status } else { exchange.error = "\(error)" }
      }
      throw error
    }
  }

  nonisolated(nonsending) private func applyFaults(
    _ request: HTTPRequest, _ decision: FaultPlan.Decision
  ) async throws(WebSocketFailure) {
    let response: HTTPResponse?
    do throws(TransportError) { response = try await network.applyFaults(request, decision) } catch {
      throw .transport(error)
    }
    if let response { throw .refused(.status(response.status)) }
  }
}

/// A WebSocket that the scenario can cut, and whose messages are passed to the masker.
private final class NetworkSocket: WebSocketConnection {
  private let base: any WebSocketConnection
  private let number: Int
  private let network: ScenarioNetwork

  init(_ base: any WebSocketConnection, _ number: Int, _ network: ScenarioNetwork) {
    (self.base, self.number, self.network) = (base, number, network)
  }

  // The network retains only the base connection, so it can't detect that this one has been released.
  deinit { network.release(number) }

  var subprotocol: String? { base.subprotocol }
  var end: WebSocketClose? { network.isCut(number) ? WebSocketClose(.abnormal) : base.end }

  func close(_ close: WebSocketClose) {
    base.close(close)
    forget()
  }

  /// A connection that has ended can't be cut anymore.
  private func forget() { if !network.isCut(number) { network.release(number) } }

  func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
    learn(message)
    try base.send(message)
  }

  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? {
    let message = await base.receive()
    await network.passes()
    if let message { learn(message) } else if base.end != nil { forget() }
    return message
  }

  private func learn(_ message: WebSocketMachine.Message) {
    if case .text(let text) = message { network.masker.learn { $0.learn(body: Array(text.utf8)) } }
  }
}
