/// What happened in one run, exactly enough to repeat it: the actions of the user, the answers of effects
/// and the moves of the clock, in order. `Codable`, so that a program can be kept as a regression test.
public struct Program: Sendable, Hashable, Codable {
  /// One thing that happened.
  ///
  /// An effect is named by the step that started it, not by its place among those that run, and each step
  /// carries its own choices. So leaving out one step never changes what another one means.
  @usableFromInline struct Step: Sendable, Hashable, Codable {
    @usableFromInline enum Kind: String, Sendable, Codable { case action, effect, time }

    /// The step's number in the program that was found first; steps keep it when others are left out.
    @usableFromInline let tag: Int
    @usableFromInline let kind: Kind
    /// Of an effect: where it was started.
    @usableFromInline let birth: Birth
    /// Which action and what its generator chose; which outcome; how many quarters of the way to the next
    /// timer (0: all of it, and it fires). What is missing is 0.
    @usableFromInline var values: [Int]

    @inlinable init(_ tag: Int, _ kind: Kind, birth: Birth = Birth(), _ values: [Int]) {
      self.tag = tag
      self.kind = kind
      self.birth = birth
      self.values = values
    }
  }

  /// Where an effect was started: the how-many-eth start of which step; step 0 is the beginning.
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

  /// How many steps it has.
  public var count: Int { steps.count }
}
