/// The events of one run, exact enough to repeat it: the user's actions, the answers of effects, and the advances of
/// the clock, in order. Programs are `Codable`, so that they can be stored as regression tests.
public struct Program: Sendable, Hashable, Codable {
  /// One event.
  ///
  /// An effect is identified by the step that started it, not by its index among the running effects, and each step
  /// contains its own choices. Removing a step therefore never changes the meaning of another one.
  @usableFromInline struct Step: Sendable, Hashable, Codable {
    @usableFromInline enum Kind: String, Sendable, Codable { case action, effect, time }

    /// The step's number in the program that was found first. Steps keep it when others are removed.
    @usableFromInline let tag: Int
    @usableFromInline let kind: Kind
    /// For an effect, the step that started it.
    @usableFromInline let birth: Birth
    /// For an action, its index and its generator's choices. For an effect, its outcome. For the clock, how many
    /// quarters of the time to the next timer pass; 0 means all of it, and the timer fires. Missing values are 0.
    @usableFromInline var values: [Int]

    @inlinable init(_ tag: Int, _ kind: Kind, birth: Birth = Birth(), _ values: [Int]) {
      self.tag = tag
      self.kind = kind
      self.birth = birth
      self.values = values
    }
  }

  /// The origin of an effect: the step that started it, and the index among the effects that this step started. Step 0
  /// is the beginning of the run.
  @usableFromInline struct Birth: Sendable, Hashable, Codable {
    @usableFromInline var tag: Int = 0
    @usableFromInline var place: Int = 0
    @inlinable init(tag: Int = 0, place: Int = 0) {
      self.tag = tag
      self.place = place
    }
    @inlinable static func == (left: Self, right: Self) -> Bool {
      left.tag == right.tag && left.place == right.place
    }
  }

  @usableFromInline var steps: [Step]
  @inlinable init(_ steps: [Step] = []) { self.steps = steps }

  /// The number of steps.
  public var count: Int { steps.count }
}
