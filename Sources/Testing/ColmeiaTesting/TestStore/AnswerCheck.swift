/// Finds answers that the handler of a feature can't give. It passes an effect of a child to the handler of the child,
/// so the answer is an action of the same child, and of the same row.
///
/// A child may embed its actions in any way. So an action counts as one of the feature itself, and not of the child,
/// only if another action has shown in which way the child embeds.
@usableFromInline struct AnswerCheck: Sendable {
  private let children: [any EmbeddedChild]
  /// The names of the children of which an action has been seen.
  private var seen: Set<String> = []

  /// Whether every answer is accepted.
  var acceptsAll = false

  @usableFromInline var isNeeded: Bool { !children.isEmpty && !acceptsAll }

  init(_ children: [any EmbeddedChild]) { self.children = children }

  /// Takes note of the child to which an action belongs.
  @usableFromInline mutating func record(_ action: Any) {
    if seen.count == children.count { return }
    for child in children where !seen.contains(child.name) && child.part(ofAction: action) != nil {
      seen.insert(child.name)
    }
  }

  /// Returns what is wrong with an action that answers an effect, or `nil`.
  @usableFromInline func problem(with action: Any, of effect: Any) -> String? {
    Self.problem(with: action, of: effect, children, "") { seen.contains($0) }
  }

  private static func problem(
    with action: Any, of effect: Any, _ children: [any EmbeddedChild], _ path: String, _ isSeen: (String) -> Bool
  ) -> String? {
    let owners = children.compactMap { child in child.part(ofEffect: effect).map { (child: child, part: $0) } }
    guard let owner = owners.first else { return nil }
    let answers = children.compactMap { child in child.part(ofAction: action).map { (child: child, part: $0) } }
    func name(_ match: (child: any EmbeddedChild, part: EmbeddedPart)) -> String {
      path + match.child.name + (match.part.row.map { "/\(TestText.short($0))" } ?? "")
    }
    for owner in owners {
      let answer = answers.first { $0.child.name == owner.child.name && $0.part.row == owner.part.row }
      guard let answer else { continue }
      return problem(with: answer.part.value, of: owner.part.value, owner.child.embedded, name(owner) + "/") { _ in
        false
      }
    }
    if answers.isEmpty && !isSeen(owner.child.name) { return nil }
    let actual = answers.first.map { "'\(name($0))'" } ?? "the parent"
    return "the effect belongs to '\(name(owner))', but the action to \(actual). "
      + "A handler of the child can't answer so. If the parent's handler does, set acceptsForeignAnswers to true."
  }
}
