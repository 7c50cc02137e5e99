/// A stretch of a random program: a seed, and how many steps are drawn from it. Most programs have one; those that go
/// on from where another one has found something new have more.
public struct Leg: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The seed of all random numbers.
  public let seed: UInt64
  /// How many steps are taken.
  public let steps: Int

  /// `steps` steps of `seed`.
  @inlinable public init(seed: UInt64, steps: Int) {
    self.seed = seed
    self.steps = steps
  }

  /// `Leg(seed: 17, steps: 12)`
  public var description: String { "Leg(seed: \(seed), steps: \(steps))" }
}
