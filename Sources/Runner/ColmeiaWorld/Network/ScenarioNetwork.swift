import ColmeiaBase
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaSecrets
import ColmeiaTransport

/// The network of a scenario, between its devices and their servers. It records the exchanges, and injects the faults
/// that the scenario defines. Responses, streams and messages are delivered only while a statement of the scenario
/// waits, so that none arrives between two statements.
public final class ScenarioNetwork: Sendable {
  /// A request and its result.
  struct Exchange: Sendable {
    var device: String
    var request: HTTPRequest
    var status: Int?
    var error: String?
  }

  struct Content {
    private(set) var exchanges: [Exchange] = []
    /// The number of exchanges that were removed because there were too many.
    private var dropped = 0
    /// The size of all request bodies, in bytes.
    private var bytes = 0
    var plan: FaultPlan
    /// The number of requests that the underlying transport is processing. A stream counts until its head has arrived.
    var inFlight = 0
    /// The streams and WebSockets that are open or being opened, by the number of their exchange.
    var lines: [Int: Line] = [:]

    init(plan: FaultPlan) { self.plan = plan }

    /// Adds an exchange, and returns its number. If there are too many, the oldest tenth is removed.
    mutating func add(_ exchange: Exchange) -> Int {
      exchanges.append(exchange)
      bytes += exchange.request.body.count
      let number = exchanges.count + dropped - 1
      while exchanges.count > 1, exchanges.count > limit.count || bytes > limit.bytes {
        let oldest = exchanges.prefix(max(1, exchanges.count / 10))
        bytes -= oldest.reduce(0) { $0 + $1.request.body.count }
        dropped += oldest.count
        exchanges.removeFirst(oldest.count)
      }
      return number
    }

    /// Changes an exchange, unless it was removed.
    mutating func record(_ number: Int, _ change: (inout Exchange) -> Void) {
      let index = number - dropped
      if exchanges.indices.contains(index) { change(&exchanges[index]) }
    }
  }

  /// The maximum number of exchanges, and the maximum size of their request bodies.
  static let limit = (count: 10_000, bytes: 64 << 20)

  let content: Guarded<Content>
  private let clock: ScenarioClock
  let bell: Bell
  package let tape: NetworkTape
  /// Learns the secrets in all traffic.
  let masker: SharedMasker
  private let log: ExchangeFile?
  /// The title of the scenario in the log.
  private let title: String

  package init(
    seed: UInt64, clock: ScenarioClock, bell: Bell, tape: NetworkTape = .none, masker: SharedMasker = SharedMasker(),
    log: ExchangeFile? = nil, title: String = ""
  ) {
    self.masker = masker
    log?.begin()
    self.log = log
    self.title = title
    content = Guarded(Content(plan: FaultPlan(seed: seed)))
    self.clock = clock
    self.bell = bell
    self.tape = tape
  }

  /// Returns a transport that goes through this network. Faults are injected above a recording, so they aren't
  /// recorded.
  ///
  /// - Parameters:
  ///   - base: The transport below this network.
  ///   - device: The device that sends the requests.
  public func transport(over base: any Transport, device: String = "") -> any Transport {
    let transport = NetworkTransport(
      network: self, base: tape.transport(over: base, device: device, background), device: device)
    return observer(device).map { ObservedTransport(transport, clock: clock, observer: $0) } ?? transport
  }

  /// Returns an observer that writes a device's exchanges to the log, or `nil` if there is no log.
  private func observer(_ device: String) -> (@Sendable (ExchangeRecord) -> Void)? {
    guard let log else { return nil }
    return { [title, masker] in log.add($0, of: [title, device], masker) }
  }

  /// Returns a WebSocket transport that goes through this network. Faults affect opening a connection as they affect a
  /// request. In addition, `fault offline` ends open connections that match its pattern, once, when the fault begins,
  /// without a close frame from the server.
  ///
  /// - Parameters:
  ///   - base: The transport below this network.
  ///   - device: The device that opens the connections.
  public func sockets(over base: any WebSocketTransport, device: String = "") -> any WebSocketTransport {
    NetworkSockets(network: self, base: tape.sockets(over: base, device: device, background), device: device)
  }

  /// Returns a stream transport that goes through this network. Faults affect the opening of a stream as they affect a
  /// request. In addition, `fault offline` ends open streams that match its pattern, once, when the fault begins, with
  /// `Unreachable.connectionLost`. Data that has not been read is lost. This doesn't count toward its `times`.
  ///
  /// - Parameters:
  ///   - base: The transport below this network.
  ///   - device: The device that opens the streams.
  public func streams(over base: any StreamTransport, device: String = "") -> any StreamTransport {
    let streams = NetworkStreams(
      network: self, base: tape.streams(over: base, device: device, background), device: device)
    return observer(device).map { ObservedStreamTransport(streams, clock: clock, observer: $0) } ?? streams
  }

  private var background: ScenarioClock { ScenarioClock(clock.time, for: .background) }

  /// Whether a recording takes the place of the servers, so that none is needed.
  public var isReplaying: Bool { tape.replay != nil }
  /// The origin of the recorded server during a replay. The recorded data may contain it.
  public var recordedOrigin: String? { tape.replay?.origin }

  var exchanges: [Exchange] { content.withLock { $0.exchanges } }
  package var inFlight: Int { content.withLock { $0.inFlight } }
  /// Whether a request has no response yet, or a stream or WebSocket is open or being opened.
  package var isBusy: Bool { content.withLock { $0.inFlight > 0 || !$0.lines.isEmpty } }

  /// Adds a fault of the scenario, which may also cut open streams and WebSockets.
  ///
  /// - Parameter location: The position of its statement in the text.
  package func add(_ fault: Fault, _ location: FaultPlan.Location = .init(0)) {
    let now = clock.now.offset
    let cut = content.withLock { content in
      let cut = fault.call.effect.cutsStreams ? content.cutLines(fault.pattern, fault.device) : []
      content.plan.add(fault, at: now, location, isUsed: !cut.isEmpty)
      return cut
    }
    for close in cut { close() }
  }

  fileprivate func send(
    _ request: HTTPRequest, _ options: TransferOptions, _ base: any Transport, _ device: String
  ) async throws(TransportError) -> HTTPResponse {
    let (number, decision) = begin(request, device)
    do throws(TransportError) {
      let response = try await answer(request, options, decision, base)
      await passes()
      masker.learn { $0.learn(response) }
      record(number) { $0.status = response.status }
      return response
    } catch {
      await passes()
      record(number) { $0.error = "\(error)" }
      throw error
    }
  }

  /// Waits until a statement waits, so that what the network delivers arrives only then.
  func passes() async { await clock.time.passes() }

  /// The faults that haven't affected any request.
  ///
  /// - Parameter isOver: Whether the scenario has reached its end. Otherwise, only faults that another request could have
  ///   matched are returned.
  package func unusedFaults(isOver: Bool) -> [FaultPlan.Unused] { content.withLock { $0.plan.unused(isOver: isOver) } }

  /// A line for each of the last five requests that got no response or an error status, except cancelled ones.
  package var failedRequests: [String] {
    content.withLock { content in
      content.exchanges.compactMap { exchange in
        if exchange.error == "\(TransportError.cancelled)" { return nil }
        let problem = exchange.error ?? exchange.status.flatMap { $0 >= 400 ? "status \($0)" : nil }
        return problem.map { "\(exchange.request.method) \(exchange.request.path): \($0)" }
      }.suffix(5)
    }
  }

  /// A line for each of the last five requests that have no response yet.
  package var openRequests: [String] {
    content.withLock { content in
      content.exchanges.filter { $0.status == nil && $0.error == nil }.suffix(5)
        .map { "\($0.request.method) \($0.request.path): no response yet" }
    }
  }

  /// Records a request, and decides which faults affect it.
  func begin(
    _ request: HTTPRequest, _ device: String, isStream: Bool = false
  ) -> (number: Int, decision: FaultPlan.Decision) {
    let now = clock.now.offset
    masker.learn { $0.learn(request) }
    defer { bell.ring() }
    return content.withLock { content in
      let number = content.add(Exchange(device: device, request: request))
      if isStream { content.lines[number] = Line(request, device) }
      return (number, content.plan.decide(method: request.method.rawValue, path: request.path, device: device, at: now))
    }
  }

  private func answer(
    _ request: HTTPRequest, _ options: TransferOptions, _ decision: FaultPlan.Decision, _ base: any Transport
  ) async throws(TransportError) -> HTTPResponse {
    if let answer = try await applyFaults(request, decision) { return answer }
    enter()
    defer { leave() }
    return try await base.send(request, options)
  }

  /// Applies faults to a request before it is sent: a delay, an error, or an injected response.
  func applyFaults(
    _ request: HTTPRequest, _ decision: FaultPlan.Decision
  ) async throws(TransportError) -> HTTPResponse? {
    if decision.delay > .zero { try await sleep(decision.delay) }
    switch decision.fault?.call.effect {
    case .failure(let failure, let delay, _):
      if delay > .zero { try await sleep(delay) }
      switch failure {
      case .offline: throw .offline
      case .timedOut: throw .timedOut(after: delay, origin: request.origin)
      }
    case .response(let response): return response
    case .clear, .delay, nil: return nil
    }
  }

  /// Records that a request has been passed to the underlying transport.
  func enter() { content.withLock { $0.inFlight += 1 } }

  /// Records that the response, or the head of a stream, has arrived.
  func leave() {
    content.withLock { $0.inFlight -= 1 }
    bell.ring()
  }

  private func sleep(_ duration: Duration) async throws(TransportError) {
    do { try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) } catch { throw .cancelled }
  }

  func record(_ number: Int, _ change: (inout Exchange) -> Void) {
    content.withLock { $0.record(number, change) }
    bell.ring()
  }
}

private struct NetworkTransport: Transport {
  let network: ScenarioNetwork
  let base: any Transport
  let device: String

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  func send(_ request: HTTPRequest, _ options: TransferOptions) async throws(TransportError) -> HTTPResponse {
    try await network.send(request, options, base, device)
  }
}

extension ScenarioNetwork.Exchange {
  /// The exchange as JSON, for queries of a scenario.
  var json: JSON {
    var object = JSONObject()
    object["method"] = .string(request.method.rawValue)
    object["path"] = .string(request.path)
    if let items = request.queryItems, !items.isEmpty {
      var query = JSONObject()
      // A repeated item is a list, as are its values in the request.
      for item in items {
        let value = JSON.string(item.value)
        switch query[item.name] {
        case nil: query[item.name] = value
        case .array(let values)?: query[item.name] = .array(values + [value])
        case let first?: query[item.name] = [first, value]
        }
      }
      object["query"] = .object(query)
    }
    if let status { object["status"] = .number(JSONNumber(status)) }
    if let error { object["error"] = .string(error) }
    return .object(object)
  }
}
