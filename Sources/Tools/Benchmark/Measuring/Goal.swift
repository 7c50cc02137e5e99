/// The target of a row, and the limit that CI accepts until the row reaches the target.
struct Goal: Sendable {
  enum Unit: String {
    /// The uncontended mutex of the same run.
    case mutex
    /// What the row is compared with.
    case beside
    case nanoseconds
  }

  let unit: Unit
  let target: Double
  /// The maximum that CI accepts, in the unit of the target.
  let limit: Double

  /// Returns a goal as a multiple of an uncontended mutex. CI accepts `limit` until the goal is reached.
  static func mutex(_ multiple: Double, limit: Double? = nil) -> Self {
    Self(unit: .mutex, target: multiple, limit: limit ?? multiple)
  }

  /// Returns a goal as a multiple of what the row is compared with. CI accepts `limit` until the goal is reached.
  static func beside(_ multiple: Double, limit: Double? = nil) -> Self {
    Self(unit: .beside, target: multiple, limit: limit ?? multiple)
  }

  /// Returns a goal in nanoseconds. CI accepts `limit` until the goal is reached, then 1.3 times the goal.
  static func nanoseconds(_ time: Double, limit: Double? = nil) -> Self {
    Self(unit: .nanoseconds, target: time, limit: limit ?? time * 1.3)
  }
}

extension Measurement {
  /// The mutex's nanoseconds on the machine for which goals in nanoseconds were set. On a slower machine their limits
  /// are scaled up.
  private static let promisedMutex = 15.0

  /// Whether the goal is reached, or `nil` without a goal.
  var isMet: Bool? { row.goal.map { value(in: $0.unit) <= $0.target } }

  /// Whether CI accepts the measurement.
  var isWithinLimit: Bool {
    guard let goal = row.goal else { return true }
    let scale = goal.unit == .nanoseconds ? max(1, mutex / Self.promisedMutex) : 1
    return value(in: goal.unit) <= goal.limit * scale
  }

  private func value(in unit: Goal.Unit) -> Double {
    switch unit {
    case .mutex: timesMutex
    case .beside: timesBeside ?? .infinity
    case .nanoseconds: median
    }
  }
}
