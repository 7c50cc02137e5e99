import Colmeia
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaNetworking

/// The network between the devices of a scenario and whom they talk to: it keeps what went over it, and lets go wrong what
/// the scenario says.
public final class ScenarioNetwork: Sendable {
  /// A request that went out, and what came back.
  struct Exchange: Sendable {
    var device: String
    var request: HTTPRequest
    var status: Int?
    var error: String?
    var began: Duration
    var ended: Duration?
  }

  struct Content {
    var exchanges: [Exchange] = []
    /// How many exchanges were forgotten because there were too many.
    var dropped = 0
    var plan: FaultPlan
    /// How many requests are with the real transport now.
    var inFlight = 0
  }

  /// How many exchanges are kept; of more, the oldest are forgotten.
  static let limit = 10_000

  private let content: Guarded<Content>
  private let clock: ScenarioClock
  let bell: Bell

  init(seed: UInt64, clock: ScenarioClock, bell: Bell) {
    content = Guarded(Content(plan: FaultPlan(seed: seed)))
    self.clock = clock
    self.bell = bell
  }

  /// A transport that goes through this network.
  ///
  /// - Parameter device: whose requests these are.
  public func transport(over base: any Transport, device: String = "") -> any Transport {
    NetworkTransport(network: self, base: base, device: device)
  }

  var exchanges: [Exchange] { content.withLock { $0.exchanges } }
  var inFlight: Int { content.withLock { $0.inFlight } }

  func add(_ fault: Fault) {
    let now = clock.now.offset
    content.withLock { $0.plan.add(fault, at: now) }
  }

  fileprivate func send(
    _ request: HTTPRequest, _ options: TransferOptions, _ base: any Transport, _ device: String
  ) async throws(TransportError) -> HTTPResponse {
    let now = clock.now.offset
    let (number, decision) = content.withLock { content -> (Int, FaultPlan.Decision) in
      content.exchanges.append(Exchange(device: device, request: request, began: now))
      if content.exchanges.count > Self.limit {
        content.exchanges.removeFirst()
        content.dropped += 1
      }
      let decision = content.plan.decide(method: request.method.rawValue, path: request.path, at: now)
      return (content.exchanges.count + content.dropped - 1, decision)
    }
    bell.ring()
    do throws(TransportError) {
      let response = try await answer(request, options, decision, base)
      note(number) { $0.status = response.status }
      return response
    } catch {
      note(number) { $0.error = "\(error)" }
      throw error
    }
  }

  private func answer(
    _ request: HTTPRequest, _ options: TransferOptions, _ decision: FaultPlan.Decision, _ base: any Transport
  ) async throws(TransportError) -> HTTPResponse {
    if decision.delay > .zero { try await sleep(decision.delay) }
    switch decision.fault?.kind {
    case .offline: throw .offline
    case .timeout:
      try await sleep(.seconds(60))
      throw .timedOut(after: .seconds(60), origin: request.origin)
    case .status(let status):
      let body = decision.fault?.body ?? ["result": "fault"]
      return HTTPResponse(status, headers: ["Content-Type": "application/json"], body: body.bytes())
    case .clear, .delay, nil: break
    }
    content.withLock { $0.inFlight += 1 }
    defer {
      content.withLock { $0.inFlight -= 1 }
      bell.ring()
    }
    return try await base.send(request, options)
  }

  private func sleep(_ duration: Duration) async throws(TransportError) {
    do { try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) } catch { throw .cancelled }
  }

  private func note(_ number: Int, _ change: (inout Exchange) -> Void) {
    let now = clock.now.offset
    content.withLock { content in
      let index = number - content.dropped
      guard content.exchanges.indices.contains(index) else { return }
      content.exchanges[index].ended = now
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
    try await network.send(request, TransferOptions(), base, device)
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
