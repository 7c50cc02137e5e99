import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaWebSocket

/// What a thread of Rails' cable would do.
enum CableWork {
  case hear(UInt64, String)
  case say(UInt64, String)
}

// The cable.
extension BackendHandler {
  /// How long a client may take to agree to the end.
  private static var patience: Duration { .seconds(1) }
  /// After how long what waits for others to overtake it goes on.
  private static var window: Duration { .milliseconds(20) }

  /// Hands on what a client of the cable says.
  func hear(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] {
    let events = streams[stream]?.stream.receive(Array(bytes)) ?? []
    if faults.cable == .silence { return [] }
    var outputs: [ServerOutput] = []
    for event in events where streams[stream]?.isLeaving == false {
      switch event {
      case .message(.text(let text)): begin(.hear(stream, text), &outputs)
      case .message(.binary): hangUp(stream, WebSocketClose(.unsupported), &outputs)
      case .ping, .pong, .closed, .failed: break
      }
    }
    write(streams[stream]?.stream.takeOutput() ?? [], to: stream, &outputs)
    // A server is the first to end the connection.
    return streams[stream]?.stream.isDue == true ? outputs + [.finish(stream)] : outputs
  }

  /// Says that this side ends, and gives the client some time to agree (RFC 6455 §7.1.1): a connection that ends with
  /// something unread may cost the client what was said last.
  func hangUp(_ stream: UInt64, _ close: WebSocketClose, _ outputs: inout [ServerOutput]) {
    guard streams[stream]?.isLeaving == false else { return }
    streams[stream]?.isLeaving = true
    write(streams[stream]?.stream.end(close) ?? [], to: stream, &outputs)
    outputs.append(.finish(stream, after: Self.patience))
  }

  /// Does something at once, or after what overtakes it.
  func begin(_ work: CableWork, _ outputs: inout [ServerOutput]) {
    guard faults.cable == .disorder else { return finish(work, &outputs) }
    if faults.disorder.isEmpty { outputs.append(.wake(Self.goingOn, after: Self.window)) }
    if let next = faults.disorder.add(work) { finish(next, &outputs) }
  }

  private func finish(_ work: CableWork, _ outputs: inout [ServerOutput]) {
    switch work {
    case .hear(let stream, let text): outputs += take(.said(ExchangeID(rawValue: stream), text, makeStamp()))
    case .say(let stream, let text): if faults.cable != .silence { say(text, to: stream, &outputs) }
    }
  }

  /// Goes on with all that waits for others to overtake it.
  func proceed() -> [ServerOutput] {
    var outputs: [ServerOutput] = []
    while let work = faults.disorder.next() { finish(work, &outputs) }
    return outputs
  }

  /// Has the cable misbehave.
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
    case .malformed: for stream in connections { say("{\"type\":", to: stream, &outputs) }
    case .silence, .deaf, .disorder, .none:
      for stream in connections { outputs.append(.pause(stream, fault == .deaf)) }
      faults.cable = fault
      outputs += proceed()
      faults.disorder = Disorder(seed: UInt64(clamping: body["seed"]?.int ?? 1))
    }
    return outputs
  }
}
