import ColmeiaHTTP

/// What goes wrong on the way to the back end and back, for scenarios. A shell asks it about each request before the
/// back end hears of it, and does as it says.
///
/// A request is delayed by the first rule for delays that fits it, and answered, cut or refused by the first other rule
/// that fits. A rule for so many times ends when it has been used so often. Same rules, same seed, same requests: same
/// decisions.
public struct FaultRules: Sendable, Equatable, Codable {
  /// What is in force, in the order in which it was added.
  public private(set) var rules: [FaultRule] = []
  /// What the delays within a range depend on, beside the request's number.
  public var seed: UInt64

  /// Nothing goes wrong.
  public init(seed: UInt64 = 0) { self.seed = seed }

  /// Carries out one line of a scenario.
  public mutating func apply(_ command: FaultCommand) {
    switch command {
    case .add(let rule): if (rule.times ?? 1) > 0 { rules.append(rule) }
    case .online: rules.removeAll { $0.fault == .offline }
    case .clear: rules = []
    }
  }

  /// Decides about a request.
  ///
  /// - Parameter ordinal: the request's number; it decides where a delay lies within its range.
  /// - Complexity: O(rules).
  public mutating func decide(_ request: HTTPRequest, ordinal: UInt64) -> FaultDecision {
    var decision = FaultDecision()
    if let fault = use(request, where: \.isDelay), case .delay(let range) = fault {
      decision.delay = delay(in: range, ordinal)
    }
    switch use(request, where: { !$0.isDelay }) {
    case .status(let status): decision.outcome = .answer(Self.answer(status))
    case .cut: decision.outcome = .cut
    case .offline: decision.outcome = .refuse
    case .delay, nil: break
    }
    return decision
  }

  private mutating func use(
    _ request: HTTPRequest, where isWanted: (FaultRule.Fault) -> Bool
  ) -> FaultRule.Fault? {
    guard let index = rules.firstIndex(where: { isWanted($0.fault) && $0.fits(request) }) else { return nil }
    let fault = rules[index].fault
    if let times = rules[index].times {
      if times > 1 { rules[index].times = times - 1 } else { rules.remove(at: index) }
    }
    return fault
  }

  /// Steele, Lea and Flood's SplitMix64: one mixed number for each request.
  private func delay(in range: ClosedRange<Duration>, _ ordinal: UInt64) -> Duration {
    var mixed = seed &+ (ordinal &+ 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    let width = (range.upperBound - range.lowerBound) / Duration.microseconds(1)
    return range.lowerBound + .microseconds(Int64(width * (Double(mixed >> 11) / Double(1 << 53))))
  }

  private static func answer(_ status: Int) -> HTTPResponse {
    let body = #"{"error":{"message":"Fault"},"result":"Erro: Falha"}"#
    return HTTPResponse(status, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
  }
}
