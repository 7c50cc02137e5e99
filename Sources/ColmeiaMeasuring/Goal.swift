/// The target of a row, and the limit that CI accepts until the row reaches the target.
package struct Goal: Sendable {
  package enum Target: Sendable {
    /// A multiple of the row's baseline.
    case multiple(Double)
    case nanoseconds(Double)
  }

  package let target: Target
  /// The maximum that CI accepts, in the unit of the target.
  package let limit: Double
  let allocations: Int?
  /// The maximum number of allocations that CI accepts.
  let allocationLimit: Int?

  /// The factor by which CI lets a row exceed a target that has been reached.
  private static let tolerance = 1.3

  private init(_ target: Target, _ limit: Double, _ allocations: Int?, _ allocationLimit: Int?) {
    self.target = target
    self.limit = limit
    self.allocations = allocations
    self.allocationLimit = allocationLimit ?? allocations
  }

  /// Returns a goal as a multiple of the row's baseline.
  ///
  /// - Parameters:
  ///   - multiple: The maximum multiple of the baseline.
  ///   - limit: The maximum multiple that CI accepts until the goal is reached.
  ///   - allocations: The maximum number of allocations per operation.
  ///   - allocationLimit: The maximum number of allocations that CI accepts until the goal is reached.
  package static func times(
    _ multiple: Double, limit: Double? = nil, allocations: Int? = nil, allocationLimit: Int? = nil
  ) -> Self {
    Self(.multiple(multiple), limit ?? multiple * tolerance, allocations, allocationLimit)
  }

  /// Returns a goal in nanoseconds. See ``times(_:limit:allocations:allocationLimit:)``.
  package static func nanoseconds(
    _ time: Double, limit: Double? = nil, allocations: Int? = nil, allocationLimit: Int? = nil
  ) -> Self {
    Self(.nanoseconds(time), limit ?? time * tolerance, allocations, allocationLimit)
  }
}

extension Measurement {
  /// The baseline's nanoseconds on the machine for which the goals were set. On a slower machine the limits are scaled
  /// up.
  private static let promisedUnit = 15.0

  /// Whether the goal is reached, or `nil` without a goal. A row that was measured at a smaller size hasn't reached its
  /// goal.
  var isMet: Bool? {
    guard let goal = row.goal else { return nil }
    if let allocations, let most = goal.allocations, allocations > Double(most) + 0.01 { return false }
    if case .sized(let full, _) = row.work, size != full { return false }
    return switch goal.target {
    case .multiple(let most): multiple <= most
    case .nanoseconds(let most): median <= most
    }
  }

  /// Whether CI accepts the measurement.
  var isWithinLimit: Bool {
    guard let goal = row.goal else { return true }
    if let allocations, let most = goal.allocationLimit, allocations > Double(most) + 0.01 { return false }
    return switch goal.target {
    case .multiple: multiple <= goal.limit
    case .nanoseconds: median <= goal.limit * max(1, unit / Self.promisedUnit)
    }
  }
}
