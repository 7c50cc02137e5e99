import Colmeia

/// The cases in which the children of a feature embed their actions. Two children that use the same case are a mistake
/// that the compiler can't see if their features have the same type: the results of one would go to the other.
@usableFromInline struct ChildEmbeddings<R: Reducer>: Sendable {
  private var children: [ChildOf<R.State, R.Effect>] = []
  /// The cases whose payload has been checked.
  private var known: Set<String> = []

  /// Whether there are several children, so that two of them may embed their actions in the same case.
  @usableFromInline var mayDiffer: Bool { children.count > 1 }

  @usableFromInline init() {}

  init(of reducer: R) {
    children = Mirror(reflecting: reducer).children.compactMap { $0.value as? ChildOf<R.State, R.Effect> }
  }

  /// Checks the children that accept the payload of an action, once for each case.
  @usableFromInline mutating func problems(with action: R.Action) -> [String] {
    guard let payload = Mirror(reflecting: action).children.first, let name = payload.label,
      known.insert(name).inserted
    else { return [] }
    var users: [String: String] = [:]
    return children.compactMap { child in
      // A case with further payloads may tell the children apart.
      guard let embedded = child.embedded(payload.value), let part = Mirror(reflecting: embedded).children.first,
        let name = part.label, Mirror(reflecting: part.value).displayStyle != .tuple,
        let other = users.updateValue(child.name, forKey: name)
      else { return nil }
      return "the children '\(other)' and '\(child.name)' both embed their actions in '.\(name)', so the results of "
        + "one go to the other. Give each child a case of its own."
    }
  }
}
