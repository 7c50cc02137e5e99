import Colmeia
import ColmeiaServer

/// A server's handler that runs the back end. Each request becomes an action of the state machine, whose effects become
/// the response.
public final class BackendHandler: ServerHandler {
  private var machine: Machine<Backend>
  private var backend: Backend
  /// An empty array, which is swapped with the machine's, so that the memory of both is used again.
  private var spareRequests: [MachineRequest<Backend.Effect>] = []
  let makeContext: @Sendable () -> RequestContext
  private let sites: SiteCheck
  /// The host of the last accepted request.
  private var knownHost: String?
  private let warn: @Sendable (BackendWarning) -> Void
  /// The warnings that were reported: at most one for each combination of role and action.
  private var warnings: [BackendWarning] = []
  private let fail: @Sendable (BackendFileError) -> Void
  private var file: BackendFile?
  /// The state on the storage device, or `nil` if there is no file.
  private var committed: Backend.State?
  /// Whether the state differs from the one on the storage device.
  public private(set) var hasUncommitted = false
  var faults: BackendFaults
  /// The streams of the cable's clients and of the news' listeners.
  var streams: [UInt64: ServerStream] = [:]
  private var isBeating = false

  /// The interval between heartbeats.
  private static var beat: Duration { .seconds(3) }
  /// The numbers of the timers.
  private static var beating: Int { 0 }
  static var reordering: Int { 1 }

  /// Creates a handler with an initial state.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - backend: The configuration of the back end.
  ///   - allowsFaults: Whether requests can change the behavior of the back end. `POST /_cable {"fault": "cut"}`
  ///     switches on a ``CableFault``, `POST /_news` a ``NewsFault``, and `POST /_shots` a ``ShotsFault``.
  ///     `POST /_canillita {"faithful": true}` enables all ``CanillitaQuirks``, and `{"quirks": ["clientIDs"]}` some of
  ///     them.
  ///   - hosts: The names under which the server can be reached, in addition to `localhost` and this machine's
  ///     addresses. A request for another host is refused with status 421, which protects against DNS rebinding.
  ///   - makeContext: A closure that creates the nondeterministic input of a request.
  ///   - file: The file in which the state is persisted before any client sees a change of it. It must contain `state`.
  ///     `nil` for no persistence.
  ///   - warn: A closure that reports a warning to the operator.
  ///   - fail: A closure that tells the operator that the state couldn't be persisted and that the server ends.
  public init(
    _ state: Backend.State, _ backend: Backend = Backend(), allowsFaults: Bool = false,
    hosts: Set<String> = [], makeContext: @escaping @Sendable () -> RequestContext, file: BackendFile? = nil,
    warn: @escaping @Sendable (BackendWarning) -> Void = { _ in },
    fail: @escaping @Sendable (BackendFileError) -> Void = { _ in }
  ) {
    machine = Machine(state, backend)
    self.file = file
    committed = file == nil ? nil : state.persisted
    self.fail = fail
    faults = BackendFaults(isAllowed: allowsFaults)
    self.backend = backend
    sites = SiteCheck(hosts: hosts)
    self.makeContext = makeContext
    self.warn = warn
  }

  /// The current state.
  public var state: Backend.State { machine.state }
  /// The number of effects in flight, which is 0 between two requests.
  public var pending: Int { machine.pending }
  /// The number of clients that are connected to the cable or listen to the news.
  public var streamCount: Int { streams.count }

  /// Sends the request to the state machine and performs its effects.
  public func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    if let refusal = sites.refusal(of: request, known: &knownHost) { return [.respond(exchange, refusal)] }
    if faults.isAllowed, let outputs = handleFault(request, exchange) { return outputs }
    return reduce(.received(ExchangeID(rawValue: exchange), request, makeContext()))
  }

  /// Returns the response to a body that is too large, in the format of the requested service.
  public func refuse(_ head: HTTPRequest, _ refusal: RequestRefusal) -> HTTPResponse? {
    refusal.status == 413 ? backend.tooLarge(head, makeContext()) : nil
  }

  private func handleFault(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput]? {
    switch request.path {
    case "/_cable": changeBehavior(breakCable, request, exchange)
    case "/_news": changeBehavior(breakNews, request, exchange)
    case "/_canillita": changeBehavior(changeQuirks, request, exchange)
    case "/_shots": changeBehavior(breakShots, request, exchange)
    case let path where path.hasPrefix("/v1/shots"): faults.shots.answer.map { [.respond(exchange, $0)] }
    case "/news" where request.method == .get: faults.news.answer.map { [.respond(exchange, $0)] }
    default: nil
    }
  }

  /// Tells the clients of the cable that the server restarts, and ends all streams.
  public func restart() -> [ServerOutput] { reduce(.restarting) }

  /// Continues with other quirks.
  func apply(_ quirks: CanillitaQuirks) {
    backend.quirks = quirks
    machine = Machine(machine.state, backend)
  }

  /// Sends an action to the state machine and performs its effects.
  func reduce(_ action: Backend.Action) -> [ServerOutput] {
    machine.send(action)
    if let committed, !hasUncommitted { hasUncommitted = machine.state.persisted != committed }
    var requests = exchange(&spareRequests, with: [])
    swap(&machine.requests, &requests)
    var outputs: [ServerOutput] = []
    for case .start(let id, let effect) in requests {
      carryOut(effect, &outputs)
      machine.finish(id)
    }
    requests.removeAll(keepingCapacity: true)
    spareRequests = requests
    return outputs
  }

  private func carryOut(_ effect: Backend.Effect, _ outputs: inout [ServerOutput]) {
    switch effect {
    case .respond(let exchange, let response): outputs.append(.respond(exchange.rawValue, response))
    case .log(let warning):
      // Each is reported once, because anybody can cause some of them again and again.
      if warnings.contains(warning) { return }
      warnings.append(warning)
      warn(warning)
    case .upgrade(let exchange, let response):
      let stream = ServerStream(status: response.status)
      streams[exchange.rawValue] = stream
      outputs.append(.upgrade(exchange.rawValue, response))
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
    if !kind.isOfNews { return begin(.send(stream, text), &outputs) }
    if let text = faults.news.changed(text) { send(text, to: stream, &outputs) }
  }

  private func hangUp(_ stream: UInt64, _ outputs: inout [ServerOutput]) {
    guard let kind = streams[stream] else { return }
    if !kind.isOfNews { return hangUp(stream, WebSocketClose(.normal), &outputs) }
    write(streams[stream]?.end() ?? [], to: stream, &outputs)
    outputs.append(.finish(stream))
  }

  func send(_ text: String, to stream: UInt64, _ outputs: inout [ServerOutput]) {
    write(streams[stream]?.bytes(of: text) ?? [], to: stream, &outputs)
  }

  func write(_ bytes: [UInt8], to stream: UInt64, _ outputs: inout [ServerOutput]) {
    if !bytes.isEmpty { outputs.append(.write(stream, bytes)) }
  }

  /// Handles bytes from a client of the cable. Bytes from a listener of the news are ignored.
  public func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] {
    guard let client = streams[stream] else { return [.close(stream)] }
    return client.isOfNews ? [] : receiveFromCable(bytes, stream)
  }

  /// Removes a client whose stream has ended.
  public func ended(_ stream: UInt64) -> [ServerOutput] {
    guard streams.removeValue(forKey: stream) != nil else { return [] }
    return reduce(.left(ExchangeID(rawValue: stream)))
  }

  /// Sends heartbeats, or performs reordered work, depending on the timer.
  public func wake(_ number: Int) -> [ServerOutput] {
    if number == Self.reordering { return proceed() }
    isBeating = !streams.isEmpty
    if streams.isEmpty { return [] }
    return reduce(.beat(date: makeContext().date)) + [.wake(Self.beating, after: Self.beat)]
  }
}

// Persistence.
extension BackendHandler {
  /// Writes the state to the storage device if it has changed. Returns whether that succeeded.
  public func commit() -> Bool {
    guard hasUncommitted else { return true }
    let state = machine.state.persisted
    do throws(BackendFileError) {
      try file?.commit(state)
      committed = state
      hasUncommitted = false
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// Closes the file.
  public func end() {
    file?.close()
    file = nil
  }
}
