import Colmeia
import ColmeiaHTTP
import ColmeiaWebSocket

/// The back end behind a server: each request is an action of its machine, and what the machine asks for is the answer.
public final class BackendHandler: ServerHandler {
  private var machine: Machine<Backend>
  private var backend: Backend
  let makeStamp: @Sendable () -> RequestContext
  private let sites: SiteCheck
  /// The host that was served last.
  private var knownHost: String?
  private let warn: @Sendable (BackendWarning) -> Void
  var uncommitted: UncommittedChanges
  var faults: BackendFaults
  /// The connections of the cable, and those that listen to the news.
  var streams: [UInt64: StreamClient] = [:]
  private var isBeating = false
  private var dateMemo = HTTPDateMemo()

  /// How often clients of the cable hear that the server is there.
  private static var beat: Duration { .seconds(3) }
  /// The numbers of what this wakes for.
  private static var beating: Int { 0 }
  static var goingOn: Int { 1 }

  /// A back end in `state`.
  ///
  /// - Parameters:
  ///   - allowsFaults: whether `POST /_cable {"fault": "cut"}` makes the cable misbehave, `POST /_news` the stream of
  ///     news, and `POST /_shots` the shots; see ``CableFault``, ``NewsFault`` and ``ShotsFault``. Also whether
  ///     `POST /_canillita {"faithful": true}` makes Canillita do what the original does, or `{"quirks": ["clientIDs"]}` a part of it; see ``CanillitaQuirks``.
  ///   - hosts: names that the server is reached by, beside `localhost` and this machine's own addresses. A request for
  ///     another host is answered with 421, so that no page can have its own name lead here.
  ///   - makeStamp: makes what a request needs from outside: the time, and what nobody can guess.
  ///   - file: where what changes is kept before anybody hears of it; its content is `state`.
  ///   - warn: tells the operator.
  ///   - fail: tells the operator that something could not be kept, and that the server ends.
  public init(
    _ state: Backend.State, _ backend: Backend = Backend(), allowsFaults: Bool = false,
    hosts: Set<String> = [], makeStamp: @escaping @Sendable () -> RequestContext, file: BackendFile? = nil,
    warn: @escaping @Sendable (BackendWarning) -> Void = { _ in },
    fail: @escaping @Sendable (BackendFileError) -> Void = { _ in }
  ) {
    var state = state
    state.keepsChanges = file != nil
    machine = Machine(state, backend)
    uncommitted = UncommittedChanges(file, fail: fail)
    faults = BackendFaults(isAllowed: allowsFaults)
    self.backend = backend
    sites = SiteCheck(hosts: hosts)
    self.makeStamp = makeStamp
    self.warn = warn
  }

  /// What there is.
  public var state: Backend.State { machine.state }
  /// How many effects of the machine are not over; none between two requests.
  public var pending: Int { machine.pending }
  /// How many clients are connected to the cable, or listen to the news.
  public var streamCount: Int { streams.count }

  /// Hands the request to the machine, and carries out what it asks for.
  public func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    if let refusal = sites.refusal(of: request, known: &knownHost) { return [.respond(exchange, refusal)] }
    if faults.isAllowed, let outputs = handleFault(request, exchange) { return outputs }
    let stamp = makeStamp()
    let date = dateMemo.text(stamp.date)
    return take(.received(ExchangeID(rawValue: exchange), request, stamp), date: date)
  }

  /// The words of the system that the request is for, where a body is too large.
  public func refuse(_ head: HTTPRequest, _ refusal: RequestRefusal) -> HTTPResponse? {
    refusal.status == 413 ? backend.tooLarge(head, makeStamp()) : nil
  }

  private func handleFault(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput]? {
    switch request.path {
    case "/_cable": misbehave(breakCable, request, exchange)
    case "/_news": misbehave(breakNews, request, exchange)
    case "/_canillita": misbehave(changeQuirks, request, exchange)
    case "/_shots": misbehave(breakShots, request, exchange)
    case let path where path.hasPrefix("/v1/shots"): faults.shots.answer.map { [.respond(exchange, $0)] }
    case "/news" where request.method == .get: faults.news.answer.map { [.respond(exchange, $0)] }
    default: nil
    }
  }

  /// Tells the clients of the cable that the server starts again, and ends all streams.
  public func restart() -> [ServerOutput] { take(.restarting) }

  /// Goes on with other quirks.
  func take(_ quirks: CanillitaQuirks) {
    backend.quirks = quirks
    machine = Machine(machine.state, backend)
  }

  /// - Parameter date: what answers say as the time: the back end's, which may be another than the machine's.
  func take(_ action: Backend.Action, date: String? = nil) -> [ServerOutput] {
    machine.send(action)
    let requests = machine.requests
    machine.requests.removeAll(keepingCapacity: true)
    var outputs: [ServerOutput] = []
    for case .start(let id, let effect) in requests {
      carryOut(effect, date, &outputs)
      machine.finish(id)
    }
    return outputs
  }

  private func carryOut(_ effect: Backend.Effect, _ date: String?, _ outputs: inout [ServerOutput]) {
    switch effect {
    case .persist(let changes): uncommitted.note(changes)
    case .respond(let exchange, let response): outputs.append(.respond(exchange.rawValue, response.dated(date)))
    case .log(let warning): warn(warning)
    case .upgrade(let exchange, let response):
      let stream = ServerStream(status: response.status)
      streams[exchange.rawValue] = StreamClient(stream: stream)
      outputs.append(.upgrade(exchange.rawValue, response.dated(date)))
      if stream.isOfNews { write(faults.news.start, to: exchange.rawValue, &outputs) }
      if !stream.isOfNews, faults.cable == .deaf { outputs.append(.pause(exchange.rawValue, true)) }
      if !isBeating { outputs.append(.wake(Self.beating, after: Self.beat)) }
      isBeating = true
    case .transmit(let exchange, let text): transmit(text, to: exchange.rawValue, &outputs)
    case .hangUp(let exchange): hangUp(exchange.rawValue, &outputs)
    }
  }

  private func transmit(_ text: String, to stream: UInt64, _ outputs: inout [ServerOutput]) {
    guard let kind = streams[stream] else { return }
    if !kind.isOfNews { return begin(.say(stream, text), &outputs) }
    if let text = faults.news.changed(text) { say(text, to: stream, &outputs) }
  }

  private func hangUp(_ stream: UInt64, _ outputs: inout [ServerOutput]) {
    guard let kind = streams[stream] else { return }
    if !kind.isOfNews { return hangUp(stream, WebSocketClose(.normal), &outputs) }
    write(streams[stream]?.stream.end() ?? [], to: stream, &outputs)
    outputs.append(.finish(stream))
  }

  func say(_ text: String, to stream: UInt64, _ outputs: inout [ServerOutput]) {
    write(streams[stream]?.stream.bytes(of: text) ?? [], to: stream, &outputs)
  }

  func write(_ bytes: [UInt8], to stream: UInt64, _ outputs: inout [ServerOutput]) {
    if !bytes.isEmpty { outputs.append(.write(stream, bytes)) }
  }

  /// Hands on what a client of the cable says; one of the news is not listened to.
  public func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] {
    switch streams[stream]?.stream {
    case nil: [.close(stream)]
    case .chunks: []
    case .webSocket: hear(bytes, stream)
    }
  }

  /// Forgets a client.
  public func ended(_ stream: UInt64) -> [ServerOutput] {
    guard streams.removeValue(forKey: stream) != nil else { return [] }
    return take(.left(ExchangeID(rawValue: stream)))
  }

  /// Tells clients that the server is there, or goes on with what waits.
  public func wake(_ number: Int) -> [ServerOutput] {
    if number == Self.goingOn { return proceed() }
    isBeating = !streams.isEmpty
    if streams.isEmpty { return [] }
    return take(.beat(date: makeStamp().date)) + [.wake(Self.beating, after: Self.beat)]
  }
}

extension HTTPResponse {
  /// This answer with its time.
  fileprivate func dated(_ date: String?) -> HTTPResponse {
    guard let date else { return self }
    var response = self
    response.headers["Date"] = date
    return response
  }
}
