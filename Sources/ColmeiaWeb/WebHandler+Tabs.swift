import ColmeiaBackend
import ColmeiaWebSocket

// What tabs say, and what is said to them.
extension WebHandler {
  /// How long a tab may take to agree to the end.
  private static var patience: Duration { .seconds(1) }

  package func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] {
    let events = tabs[stream]?.socket.receive(Array(bytes)) ?? []
    tabs[stream]?.isThere = true
    var outputs: [ServerOutput] = []
    for event in events {
      guard let tab = tabs[stream], !tab.isLeaving else { break }
      switch event {
      case .message(.text(let text)):
        tabs[stream]?.messages += 1
        let event = WebEvent.message(stream, Array(text.utf8), number: tab.messages + 1)
        if !tab.session.tell(event, limits) { hangUp(stream, WebSocketClose(.policy), &outputs) }
      case .message(.binary): hangUp(stream, WebSocketClose(.unsupported), &outputs)
      case .ping, .pong, .closed, .failed: break
      }
    }
    write(stream, &outputs)
    // A server is the first to end the connection.
    return tabs[stream]?.socket.teardown == .due ? outputs + [.finish(stream)] : outputs
  }

  /// Says something to a tab.
  package func say(_ text: String, to stream: UInt64) -> [ServerOutput] {
    var outputs: [ServerOutput] = []
    // Who is on the way out hears nothing more.
    try? tabs[stream]?.socket.send(.text(text))
    write(stream, &outputs)
    return outputs
  }

  /// Sends a tab away.
  func end(_ stream: UInt64, _ farewell: WebEnding) -> [ServerOutput] {
    var outputs: [ServerOutput] = []
    switch farewell {
    case .left: hangUp(stream, WebSocketClose(.normal), &outputs)
    case .refused: hangUp(stream, WebSocketClose(.policy), &outputs)
    case .failed: hangUp(stream, WebSocketClose(.internalError), &outputs)
    }
    return outputs
  }

  private func hangUp(_ stream: UInt64, _ close: WebSocketClose, _ outputs: inout [ServerOutput]) {
    guard tabs[stream]?.isLeaving == false else { return }
    tabs[stream]?.isLeaving = true
    tabs[stream]?.socket.close(close)
    write(stream, &outputs)
    outputs.append(.finish(stream, after: Self.patience))
  }

  func write(_ stream: UInt64, _ outputs: inout [ServerOutput]) {
    guard let bytes = tabs[stream]?.socket.takeOutput(), !bytes.isEmpty else { return }
    outputs.append(.write(stream, bytes))
  }
}
