import Colmeia
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaWebSocket

/// The back end behind a server: each request is an action of its machine, and what the machine asks for is the answer.
public final class BackendHandler: ServerHandler {
  private var machine: Machine<Backend>
  private let makeStamp: @Sendable () -> Stamp
  private let allowsFaults: Bool
  private let warn: @Sendable (BackendWarning) -> Void
  /// The connections of the cable.
  private var streams: [UInt64: Stream] = [:]
  private var isBeating = false
  private var fault = CableFault.none
  /// What overtakes each other; empty unless that is asked for.
  private var disorder = Disorder<Work>(seed: 1)

  /// What a thread of Rails' cable would do.
  private enum Work {
    case hear(UInt64, String)
    case say(UInt64, String)
  }

  private struct Stream {
    var machine = WebSocketMachine(.server) { 0 }
    /// Whether this side has said that it ends. What the other side says from then on is ignored.
    var isLeaving = false
  }

  /// A back end in `state`.
  ///
  /// - Parameters:
  ///   - allowsFaults: whether `POST /_cable {"fault": "cut"}` makes the cable misbehave; see ``CableFault``.
  ///   - makeStamp: makes what a request needs from outside: the time, and what nobody can guess.
  ///   - warn: tells the operator.
  public init(
    _ state: Backend.State, _ backend: Backend = Backend(), allowsFaults: Bool = false,
    makeStamp: @escaping @Sendable () -> Stamp, warn: @escaping @Sendable (BackendWarning) -> Void = { _ in }
  ) {
    machine = Machine(state, backend)
    self.allowsFaults = allowsFaults
    self.makeStamp = makeStamp
    self.warn = warn
  }

  /// What there is.
  public var state: Backend.State { machine.state }
  /// How many effects of the machine are not over; none between two requests.
  public var pending: Int { machine.pending }
  /// How many clients are connected to the cable.
  public var streamCount: Int { streams.count }

  /// Hands the request to the machine, and carries out what it asks for.
  public func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    if allowsFaults, request.path == "/_cable" { return misbehave(request, exchange) }
    return take(.received(ExchangeID(rawValue: exchange), request, makeStamp()))
  }

  /// Tells the clients of the cable that the server starts again, and sends them away.
  public func restart() -> [ServerOutput] { take(.restarting) }

  private func take(_ action: Backend.Action) -> [ServerOutput] {
    machine.send(action)
    let requests = machine.requests
    machine.requests.removeAll(keepingCapacity: true)
    var outputs: [ServerOutput] = []
    for case .start(let id, let effect) in requests {
      carryOut(effect, &outputs)
      machine.finish(id)
    }
    return outputs
  }

  private func carryOut(_ effect: Backend.Effect, _ outputs: inout [ServerOutput]) {
    switch effect {
    case .respond(let exchange, let response): outputs.append(.respond(exchange.rawValue, response))
    case .log(let warning): warn(warning)
    case .upgrade(let exchange, let response):
      streams[exchange.rawValue] = Stream()
      outputs.append(.upgrade(exchange.rawValue, response))
      if fault == .deaf { outputs.append(.pause(exchange.rawValue, true)) }
      if !isBeating { outputs.append(.wake(Self.beating, after: Self.beat)) }
      isBeating = true
    case .transmit(let exchange, let text): begin(.say(exchange.rawValue, text), &outputs)
    case .hangUp(let exchange): hangUp(exchange.rawValue, WebSocketClose(.normal), &outputs)
    }
  }

  /// Says that this side ends, and gives the client some time to agree (RFC 6455 §7.1.1): a connection that ends with
  /// something unread may cost the client what was said last.
  private func hangUp(_ stream: UInt64, _ close: WebSocketClose, _ outputs: inout [ServerOutput]) {
    guard streams[stream]?.isLeaving == false else { return }
    streams[stream]?.isLeaving = true
    streams[stream]?.machine.close(close)
    flush(stream, &outputs)
    outputs.append(.finish(stream, after: Self.patience))
  }

  private func say(_ message: WebSocketMachine.Message, to stream: UInt64, _ outputs: inout [ServerOutput]) {
    // Who is on the way out hears nothing more.
    try? streams[stream]?.machine.send(message)
    flush(stream, &outputs)
  }

  private func flush(_ stream: UInt64, _ outputs: inout [ServerOutput]) {
    guard let bytes = streams[stream]?.machine.takeOutput(), !bytes.isEmpty else { return }
    outputs.append(.write(stream, bytes))
  }
}

// The cable.
extension BackendHandler {
  /// How often clients hear that the server is there.
  private static var beat: Duration { .seconds(3) }
  /// How long a client may take to agree to the end.
  private static var patience: Duration { .seconds(1) }

  /// Hands on what a client of the cable says.
  public func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] {
    guard let events = streams[stream]?.machine.receive(Array(bytes)) else { return [.close(stream)] }
    if fault == .silence { return [] }
    var outputs: [ServerOutput] = []
    for event in events where streams[stream]?.isLeaving == false {
      switch event {
      case .message(.text(let text)):
        begin(.hear(stream, text), &outputs)
      case .message(.binary): hangUp(stream, WebSocketClose(.unsupported), &outputs)
      case .ping, .pong, .closed, .failed: break
      }
    }
    flush(stream, &outputs)
    // A server is the first to end the connection.
    return streams[stream]?.machine.teardown == .due ? outputs + [.finish(stream)] : outputs
  }

  /// Forgets a client of the cable.
  public func ended(_ stream: UInt64) -> [ServerOutput] {
    guard streams.removeValue(forKey: stream) != nil else { return [] }
    return take(.left(ExchangeID(rawValue: stream)))
  }

  /// Tells the clients of the cable that the server is there, or goes on with what waits.
  public func wake(_ number: Int) -> [ServerOutput] {
    if number == Self.goingOn { return goOn() }
    isBeating = !streams.isEmpty
    if streams.isEmpty { return [] }
    return take(.beat(date: makeStamp().date)) + [.wake(Self.beating, after: Self.beat)]
  }
}

// What the cable does wrong on demand.
extension BackendHandler {
  /// The numbers of what this wakes for.
  private static var beating: Int { 0 }
  private static var goingOn: Int { 1 }
  /// After how long what waits for others to overtake it goes on.
  private static var window: Duration { .milliseconds(20) }

  /// Does something at once, or after what overtakes it.
  private func begin(_ work: Work, _ outputs: inout [ServerOutput]) {
    guard fault == .disorder else { return finish(work, &outputs) }
    if disorder.isEmpty { outputs.append(.wake(Self.goingOn, after: Self.window)) }
    if let next = disorder.add(work) { finish(next, &outputs) }
  }

  private func finish(_ work: Work, _ outputs: inout [ServerOutput]) {
    switch work {
    case .hear(let stream, let text): outputs += take(.said(ExchangeID(rawValue: stream), text, makeStamp()))
    case .say(let stream, let text): if fault != .silence { say(.text(text), to: stream, &outputs) }
    }
  }

  private func goOn() -> [ServerOutput] {
    var outputs: [ServerOutput] = []
    while let work = disorder.next() { finish(work, &outputs) }
    return outputs
  }

  private func misbehave(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    let body = try? JSON(parsing: request.body)
    guard request.method == .post, let fault = CableFault(rawValue: body?["fault"]?.string ?? "") else {
      return [.respond(exchange, HTTPResponse(422))]
    }
    var outputs: [ServerOutput] = []
    if fault.isMode { enter(fault, UInt64(clamping: body?["seed"]?.int ?? 1), &outputs) }
    switch fault {
    case .restart: outputs += restart()
    case .cut:
      for stream in streams.keys.sorted() { outputs += [.write(stream, [0x81, 0x05, 0x48]), .finish(stream)] }
    case .oversized:
      for stream in streams.keys.sorted() {
        outputs.append(.write(stream, [0x82, 0x7F, 0, 0, 0, 0, 0x40, 0, 0, 0]))
      }
    case .malformed: for stream in streams.keys.sorted() { say(.text("{\"type\":"), to: stream, &outputs) }
    case .silence, .deaf, .disorder, .none: break
    }
    return outputs + [.respond(exchange, HTTPResponse(200))]
  }

  private func enter(_ mode: CableFault, _ seed: UInt64, _ outputs: inout [ServerOutput]) {
    for stream in streams.keys.sorted() { outputs.append(.pause(stream, mode == .deaf)) }
    fault = mode
    outputs += goOn()
    disorder = Disorder(seed: seed)
  }
}
