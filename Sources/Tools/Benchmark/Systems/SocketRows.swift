import ColmeiaClient

/// Rows for WebSocket messages from one machine to another without sockets between them.
func socketFrames() -> [Row] {
  let small = String(repeating: "a", count: 100)
  let large = [UInt8](repeating: 7, count: 1 << 20)
  let limits = WebSocketMachine.Limits(message: 2 << 20, unsent: 8 << 20)
  return [
    Row("wf", "a text frame of 100 bytes, masked, sent and received") {
      { n in
        var (client, server) = pair(limits)
        for _ in 0..<n {
          try? client.send(.text(small))
          keep(server.receive(client.takeOutput()).count)
        }
      }
    },
    Row("wb", "a binary message of 1 MiB, masked, sent and received") {
      { n in
        var (client, server) = pair(limits)
        for _ in 0..<n {
          try? client.send(.binary(large))
          keep(server.receive(client.takeOutput()).count)
        }
      }
    },
    Row("wc", "a cable message through the client's machine") {
      let identifier = CableIdentifier(text: #"{"channel":"ChatChannel","event_id":7}"#)
      let confirm = #"{"identifier":"{\"channel\":\"ChatChannel\",\"event_id\":7}","type":"confirm_subscription"}"#
      let message =
        #"{"identifier":"{\"channel\":\"ChatChannel\",\"event_id\":7}","message":{"id":1,"message":"oi","user":{"id":1}}}"#
      return { n in
        var machine = CableMachine()
        machine.start(now: .zero, random: 0)
        _ = machine.subscribe(identifier, now: .zero)
        machine.opened(1, subprotocol: CableMachine.subprotocols[0])
        machine.received(1, #"{"type":"welcome"}"#, now: .zero)
        machine.received(1, confirm, now: .zero)
        for _ in 0..<n {
          machine.received(1, message, now: .zero)
          keep(machine.takeOutputs().count)
        }
      }
    },
  ]
}

private func pair(_ limits: WebSocketMachine.Limits) -> (WebSocketMachine, WebSocketMachine) {
  (
    WebSocketMachine(.client, limits: limits) { 0x37FA_213D }, WebSocketMachine(.server, limits: limits) { 0 }
  )
}
