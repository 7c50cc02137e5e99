/// The events of one run, exact enough to repeat it: the user's actions, the answers of effects, and the advances of
/// the clock, in order.
///
/// Programs are `Codable`, so that they can be stored as regression tests. A stored program contains the names of its
/// actions, so others may be declared before them. Outcomes and choices are stored by index.
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
    /// The name of the action in a counterexample, which takes precedence over its index.
    @usableFromInline var action: String?

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
    @usableFromInline var index: Int = 0
    @inlinable init(tag: Int = 0, index: Int = 0) {
      self.tag = tag
      self.index = index
    }
    @inlinable static func == (left: Self, right: Self) -> Bool {
      left.tag == right.tag && left.index == right.index
    }
  }

  @usableFromInline var steps: [Step]
  @inlinable init(_ steps: [Step] = []) { self.steps = steps }

  /// Returns the program with the names of its actions.
  func named(_ names: [String]) -> Self {
    var program = self
    for index in steps.indices where steps[index].kind == .action {
      guard let action = steps[index].values.first, names.indices.contains(action) else { continue }
      program.steps[index].action = names[action]
    }
    return program
  }

  /// Returns why a step wasn't taken.
  @usableFromInline func reasonToSkip(_ step: Int, _ names: [String]) -> String {
    let step = steps[step]
    switch step.kind {
    case .action:
      let index = step.values.first ?? 0
      let name = step.action ?? (names.indices.contains(index) ? names[index] : nil)
      return name.map { "\"\($0)\" isn't possible" } ?? "there is no action of index \(index)"
    case .effect:
      let cause = steps.firstIndex { $0.tag == step.birth.tag }.map { "step \($0 + 1)" }
      return "no effect that \(cause ?? "an earlier step") has started can continue"
    case .time: return "no timer is pending"
    }
  }

  /// The number of steps.
  public var count: Int { steps.count }
}
