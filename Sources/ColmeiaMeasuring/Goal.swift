/// What a row is to reach, and what CI lets pass until it does.
package struct Goal: Sendable {
  package enum Target: Sendable {
    /// So many of the row's baseline.
    case multiple(Double)
    case nanoseconds(Double)
  }

  package let target: Target
  /// The most that CI lets pass, in the unit of the target.
  package let limit: Double
  let allocations: Int?
  /// The most allocations that CI lets pass.
  let allocationLimit: Int?

  /// What CI lets pass over a goal that is reached.
  private static let tolerance = 1.3

  private init(_ target: Target, _ limit: Double, _ allocations: Int?, _ allocationLimit: Int?) {
    self.target = target
    self.limit = limit
    self.allocations = allocations
    self.allocationLimit = allocationLimit ?? allocations
  }

  /// So many of the row's baseline, with at most so many allocations.
  ///
  /// - Parameters:
  ///   - limit: the most that CI lets pass while the goal is not reached.
  ///   - allocationLimit: the most allocations until then.
  package static func times(
    _ multiple: Double, limit: Double? = nil, allocations: Int? = nil, allocationLimit: Int? = nil
  ) -> Self {
    Self(.multiple(multiple), limit ?? multiple * tolerance, allocations, allocationLimit)
  }

  /// So many nanoseconds. See ``times(_:limit:allocations:allocationLimit:)``.
  package static func nanoseconds(
    _ time: Double, limit: Double? = nil, allocations: Int? = nil, allocationLimit: Int? = nil
  ) -> Self {
    Self(.nanoseconds(time), limit ?? time * tolerance, allocations, allocationLimit)
  }
}

extension Measurement {
  /// The time that the mutex takes on the machine that the nanoseconds were promised for. Where it takes longer, so may all.
  private static let promisedUnit = 15.0

  /// Whether the goal is reached; `nil` without one. At a smaller size it is not.
  var isMet: Bool? {
    guard let goal = row.goal else { return nil }
    if let allocations, let most = goal.allocations, allocations > Double(most) + 0.01 { return false }
    if case .sized(let full, _) = row.work, size != full { return false }
    return switch goal.target {
    case .multiple(let most): multiple <= most
    case .nanoseconds(let most): median <= most
    }
  }

  /// Whether CI lets it pass.
  var isWithinLimit: Bool {
    guard let goal = row.goal else { return true }
    if let allocations, let most = goal.allocationLimit, allocations > Double(most) + 0.01 { return false }
    return switch goal.target {
    case .multiple: multiple <= goal.limit
    case .nanoseconds: median <= goal.limit * max(1, unit / Self.promisedUnit)
    }
  }
}
