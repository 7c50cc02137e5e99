/// The cases in which the children of a feature embed their actions and their effects. Two children that use the same
/// case are a mistake that the compiler can't see if their features have the same type: the effects of one would be
/// handled as those of the other, and their results would go there.
@usableFromInline struct ChildEmbeddings: Sendable {
  private var children: [any EmbeddedChild] = []
  /// The cases whose payload has been checked.
  private var actions: Set<String> = []
  private var effects: Set<String> = []

  /// Whether there are several children, so that two of them may use the same case.
  @usableFromInline var mayDiffer: Bool { children.count > 1 }

  @usableFromInline init() {}

  init(_ children: [any EmbeddedChild]) { self.children = children }

  /// Checks the children that accept the payload of an action, once for each case.
  @usableFromInline mutating func problems(withAction action: Any) -> [String] {
    Self.problems(of: children, with: action, &actions, "actions") { $0.caseOfAction(with: $1) }
  }

  /// Checks the children that accept the payload of an effect, once for each case.
  @usableFromInline mutating func problems(withEffect effect: Any) -> [String] {
    Self.problems(of: children, with: effect, &effects, "effects") { $0.caseOfEffect(with: $1) }
  }

  private static func problems(
    of children: [any EmbeddedChild], with value: Any, _ known: inout Set<String>, _ kind: String,
    _ nameOfCase: (_ child: any EmbeddedChild, _ payload: Any) -> String?
  ) -> [String] {
    guard let payload = Mirror(reflecting: value).children.first, let name = payload.label, known.insert(name).inserted
    else { return [] }
    var users: [String: String] = [:]
    return children.compactMap { child in
      guard let name = nameOfCase(child, payload.value), let other = users.updateValue(child.name, forKey: name) else {
        return nil
      }
      return "the children '\(other)' and '\(child.name)' both embed their \(kind) in '.\(name)', so the results of "
        + "one go to the other. Give each child a case of its own."
    }
  }
}
