/// A section of a random program: a seed and the number of steps that are drawn from it. Most programs have a single
/// segment. A program that continues from the end of another one has more.
public struct Segment: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The seed of all random numbers in the segment.
  public let seed: UInt64
  /// The number of steps.
  public let steps: Int

  /// Creates a segment of `steps` steps that are drawn from `seed`.
  @inlinable public init(seed: UInt64, steps: Int) {
    self.seed = seed
    self.steps = steps
  }

  /// The segment as Swift code: `Segment(seed: 17, steps: 12)`.
  public var description: String { "Segment(seed: \(seed), steps: \(steps))" }
}
