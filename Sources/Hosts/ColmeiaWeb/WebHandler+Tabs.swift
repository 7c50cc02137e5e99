import ColmeiaServer

// Messages from tabs and to tabs.
extension WebHandler {
  /// The maximum time for a tab to confirm the closing of its connection.
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
        let event = WebEvent.message(stream, Array(text.utf8), number: tab.messages + 1, page: tab.page)
        if tab.session.enqueue(event) || tab.isPaused { continue }
        tabs[stream]?.isPaused = true
        outputs.append(.pause(stream, true))
      case .message(.binary):
        hangUp(stream, WebSocketClose(.unsupported, reason: "messages must be text, not binary"), &outputs)
      case .ping, .pong, .closed, .failed: break
      }
    }
    write(stream, &outputs)
    // A server closes the TCP connection first (RFC 6455 §7.1.1).
    return tabs[stream]?.socket.teardown == .due ? outputs + [.finish(stream)] : outputs
  }

  /// Sends a message to a tab.
  package func send(_ text: String, to stream: UInt64) -> [ServerOutput] {
    var outputs: [ServerOutput] = []
    do throws(WebSocketError) { try tabs[stream]?.socket.send(.text(text)) } catch {
      // A tab whose connection is closing receives no more messages.
      if case .tooMuchUnsent = error {
        hangUp(
          stream, WebSocketClose(.tooLarge, reason: "more than \(limits.unread) bytes wait for this tab"), &outputs)
      }
    }
    write(stream, &outputs)
    return outputs
  }

  /// Closes the connection of a tab.
  func end(_ stream: UInt64, _ close: WebSocketClose) -> [ServerOutput] {
    var outputs: [ServerOutput] = []
    hangUp(stream, close, &outputs)
    return outputs
  }

  /// Reads from a tab again, whose session has processed enough messages.
  func resume(_ stream: UInt64) -> [ServerOutput] {
    guard tabs[stream]?.isPaused == true else { return [] }
    tabs[stream]?.isPaused = false
    tabs[stream]?.isThere = true
    return [.pause(stream, false)]
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
