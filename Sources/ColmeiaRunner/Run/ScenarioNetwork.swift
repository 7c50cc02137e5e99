import Colmeia
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaSync
import ColmeiaTransport

/// The network between the devices of a scenario and whom they talk to: it keeps what went over it, and lets go wrong what
/// the scenario says.
public final class ScenarioNetwork: Sendable {
  /// A request that went out, and what came back.
  struct Exchange: Sendable {
    var device: String
    var request: HTTPRequest
    var status: Int?
    var error: String?
  }

  struct Content {
    var exchanges: [Exchange] = []
    /// How many exchanges were forgotten because there were too many.
    var dropped = 0
    var plan: FaultPlan
    /// How many requests are with the real transport now; of streams, those that have no head yet.
    var inFlight = 0
    /// Streams that are open or being opened, by their exchange.
    var lines: [Int: Line] = [:]
  }

  /// How many exchanges are kept; of more, the oldest are forgotten.
  static let limit = 10_000

  let content: Guarded<Content>
  private let clock: ScenarioClock
  let bell: Bell
  let tape: NetworkTape
  /// Learns from all that goes over the network.
  let masker: SharedMasker
  private let log: ExchangeFile?
  /// The scenario, as the log calls it.
  private let title: String

  init(
    seed: UInt64, clock: ScenarioClock, bell: Bell, tape: NetworkTape = .none, masker: SharedMasker = SharedMasker(),
    log: ExchangeFile? = nil, title: String = ""
  ) {
    self.masker = masker
    self.log = log
    self.title = title
    content = Guarded(Content(plan: FaultPlan(seed: seed)))
    self.clock = clock
    self.bell = bell
    self.tape = tape
  }

  /// A transport that goes through this network. What the scenario lets go wrong does so above a recording.
  ///
  /// - Parameters:
  ///   - base: The transport below this network.
  ///   - device: Whose requests these are.
  public func transport(over base: any Transport, device: String = "") -> any Transport {
    let transport = NetworkTransport(
      network: self, base: tape.transport(over: base, device: device, background), device: device)
    return observer(device).map { ObservedTransport(transport, clock: clock, observer: $0) } ?? transport
  }

  /// Writes the exchanges of a device to the log, if there is one.
  private func observer(_ device: String) -> (@Sendable (ExchangeRecord) -> Void)? {
    guard let log else { return nil }
    return { [title, masker] in log.add($0, of: [title, device], masker) }
  }

  /// A way to connections of messages that can be recorded and played.
  ///
  /// - Parameters:
  ///   - base: The transport below this network.
  ///   - device: Whose connections these are.
  public func sockets(over base: any WebSocketTransport, device: String = "") -> any WebSocketTransport {
    NetworkSockets(masker: masker, base: tape.sockets(over: base, device: device, background))
  }

  /// A way to streams that goes through this network. What the scenario lets go wrong happens to their opening, as to a
  /// request. `fault offline` also ends those that are open and that its pattern fits, once, when it begins, with
  /// `Unreachable.connectionLost`: what had come and was not read is lost. It counts as none of its `times`.
  ///
  /// - Parameters:
  ///   - base: The transport below this network.
  ///   - device: Whose streams these are.
  public func streams(over base: any StreamTransport, device: String = "") -> any StreamTransport {
    let streams = NetworkStreams(
      network: self, base: tape.streams(over: base, device: device, background), device: device)
    return observer(device).map { ObservedStreamTransport(streams, clock: clock, observer: $0) } ?? streams
  }

  private var background: ScenarioClock { ScenarioClock(clock.time, for: .background) }

  /// Whether a recording takes the place of whom the devices talk to, so that no server is needed.
  public var isReplaying: Bool { tape.replay != nil }
  /// Where the server of the recording was, while it is played: what was recorded may quote it.
  public var recordedOrigin: String? { tape.replay?.origin }

  var exchanges: [Exchange] { content.withLock { $0.exchanges } }
  var inFlight: Int { content.withLock { $0.inFlight } }

  /// A line of the scenario. Being offline also cuts the streams that are open.
  func add(_ fault: Fault) {
    let now = clock.now.offset
    let cut = content.withLock { content in
      content.plan.add(fault, at: now)
      return fault.kind == .offline ? content.cutLines(fault.pattern) : []
    }
    for stream in cut { stream.close() }
  }

  fileprivate func send(
    _ request: HTTPRequest, _ options: TransferOptions, _ base: any Transport, _ device: String
  ) async throws(TransportError) -> HTTPResponse {
    let (number, decision) = begin(request, device)
    do throws(TransportError) {
      let response = try await answer(request, options, decision, base)
      masker.update { $0.learn(response) }
      note(number) { $0.status = response.status }
      return response
    } catch {
      note(number) { $0.error = "\(error)" }
      throw error
    }
  }

  /// Counts a request, and decides what happens to it.
  func begin(
    _ request: HTTPRequest, _ device: String, isStream: Bool = false
  ) -> (number: Int, decision: FaultPlan.Decision) {
    let now = clock.now.offset
    masker.update { $0.learn(request) }
    defer { bell.ring() }
    return content.withLock { content in
      content.exchanges.append(Exchange(device: device, request: request))
      if content.exchanges.count > Self.limit {
        content.exchanges.removeFirst()
        content.dropped += 1
      }
      let number = content.exchanges.count + content.dropped - 1
      if isStream { content.lines[number] = Line(request) }
      return (number, content.plan.decide(method: request.method.rawValue, path: request.path, at: now))
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

  /// What happens to a request before it reaches anybody: it takes time, fails, or gets this answer.
  func applyFaults(
    _ request: HTTPRequest, _ decision: FaultPlan.Decision
  ) async throws(TransportError) -> HTTPResponse? {
    if decision.delay > .zero { try await sleep(decision.delay) }
    switch decision.fault?.kind {
    case .offline: throw .offline
    case .timeout:
      try await sleep(.seconds(60))
      throw .timedOut(after: .seconds(60), origin: request.origin)
    case .status(let status):
      let body = decision.fault?.body ?? ["result": "fault"]
      return HTTPResponse(status, headers: ["Content-Type": "application/json"], body: body.bytes())
    case .clear, .delay, nil: return nil
    }
  }

  /// A request goes to the real transport.
  func enter() { content.withLock { $0.inFlight += 1 } }

  /// Its answer, or the head of its stream, is here.
  func leave() {
    content.withLock { $0.inFlight -= 1 }
    bell.ring()
  }

  private func sleep(_ duration: Duration) async throws(TransportError) {
    do { try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) } catch { throw .cancelled }
  }

  func note(_ number: Int, _ change: (inout Exchange) -> Void) {
    content.withLock { content in
      let index = number - content.dropped
      guard content.exchanges.indices.contains(index) else { return }
      change(&content.exchanges[index])
    }
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
  /// What a scenario sees of an exchange.
  var json: JSON {
    var object = JSONObject()
    object["method"] = .string(request.method.rawValue)
    object["path"] = .string(request.path)
    if let items = request.queryItems, !items.isEmpty {
      var query = JSONObject()
      for item in items { query[item.name] = .string(item.value) }
      object["query"] = .object(query)
    }
    if let status { object["status"] = .number(JSONNumber(status)) }
    if let error { object["error"] = .string(error) }
    return .object(object)
  }
}
