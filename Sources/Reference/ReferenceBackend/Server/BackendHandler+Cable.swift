import ColmeiaJSON
import ColmeiaServer

/// A unit of work that a thread of Rails' cable would perform.
enum CableWork {
  case receive(UInt64, String)
  case send(UInt64, String)
}

// The cable.
extension BackendHandler {
  /// The time in which a client must acknowledge the close.
  private static var patience: Duration { .seconds(1) }
  /// The time after which reordered work is performed even if the buffer isn't full.
  private static var window: Duration { .milliseconds(20) }

  /// Handles bytes from a client of the cable.
  func receiveFromCable(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] {
    let events = streams[stream]?.receive(Array(bytes)) ?? []
    if faults.cable == .silence { return [] }
    var outputs: [ServerOutput] = []
    for event in events where streams[stream]?.isLeaving == false {
      switch event {
      case .message(.text(let text)): begin(.receive(stream, text), &outputs)
      case .message(.binary):
        hangUp(stream, WebSocketClose(.unsupported, reason: "messages must be text, not binary"), &outputs)
      case .ping, .pong, .closed, .failed: break
      }
    }
    write(streams[stream]?.takeOutput() ?? [], to: stream, &outputs)
    // The server closes the connection first.
    return streams[stream]?.isDue == true ? outputs + [.finish(stream)] : outputs
  }

  /// Sends a close frame and gives the client time to acknowledge it (RFC 6455 §7.1.1). If the connection were closed
  /// with unread data, the client could lose the last messages.
  func hangUp(_ stream: UInt64, _ close: WebSocketClose, _ outputs: inout [ServerOutput]) {
    guard streams[stream]?.isLeaving == false else { return }
    streams[stream]?.isLeaving = true
    write(streams[stream]?.end(close) ?? [], to: stream, &outputs)
    outputs.append(.finish(stream, after: Self.patience))
  }

  /// Performs work immediately, or puts it into the buffer if reordering is on.
  func begin(_ work: CableWork, _ outputs: inout [ServerOutput]) {
    guard faults.cable == .disorder else { return finish(work, &outputs) }
    if faults.disorder.isEmpty { outputs.append(.wake(Self.reordering, after: Self.window)) }
    if let next = faults.disorder.add(work) { finish(next, &outputs) }
  }

  private func finish(_ work: CableWork, _ outputs: inout [ServerOutput]) {
    switch work {
    case .receive(let stream, let text): outputs += reduce(.message(ExchangeID(rawValue: stream), text, makeContext()))
    case .send(let stream, let text): if faults.cable != .silence { send(text, to: stream, &outputs) }
    }
  }

  /// Performs all work in the buffer.
  func proceed() -> [ServerOutput] {
    var outputs: [ServerOutput] = []
    while let work = faults.disorder.next() { finish(work, &outputs) }
    return outputs
  }

  /// Switches on a fault of the cable. Returns `nil` if the request is invalid.
  func breakCable(_ body: JSON) -> [ServerOutput]? {
    guard let fault = body["fault"]?.string.flatMap(CableFault.init) else { return nil }
    var outputs: [ServerOutput] = []
    let connections = streams.keys.sorted().filter { streams[$0]?.isOfNews == false }
    switch fault {
    case .restart: outputs += restart()
    case .cut:
      for stream in connections { outputs += [.write(stream, [0x81, 0x05, 0x48]), .finish(stream)] }
    case .oversized:
      for stream in connections { outputs.append(.write(stream, [0x82, 0x7F, 0, 0, 0, 0, 0x40, 0, 0, 0])) }
    case .malformed: for stream in connections { send("{\"type\":", to: stream, &outputs) }
    case .silence, .deaf, .disorder, .none:
      for stream in connections { outputs.append(.pause(stream, fault == .deaf)) }
      faults.cable = fault
      outputs += proceed()
      faults.disorder = Disorder(seed: UInt64(clamping: body["seed"]?.int ?? 1))
    }
    return outputs
  }
}
