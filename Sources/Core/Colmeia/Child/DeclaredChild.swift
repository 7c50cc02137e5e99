import ColmeiaBase

/// A child that a reducer has declared as a property: a ``Child`` or ``ChildRows``.
@usableFromInline package protocol DeclaredChild: Sendable {
  /// The name of the child, which is part of the ids of its effects.
  var name: String { get }
  /// The reducer of the child. If it depends on the parent's state, it isn't configured yet.
  var anyReducer: any Reducer { get }
  /// Returns the `ChildDeclaration`, if the child was declared for a parent with this state and these effects.
  func declaration<State, Effect>(_: State.Type, _: Effect.Type) -> Any?
}

/// A reducer whose children are those of another one, such as ``Recursive``.
package protocol ReducerWrapper {
  /// The other reducer.
  var wrapped: any Reducer { get }
}

/// The children of a reducer, found once.
@usableFromInline package final class FoundChildren: Sendable {
  private let all = Guarded<[any DeclaredChild]?>(nil)

  @usableFromInline package init() {}

  package func children(of reducer: some Reducer) -> [any DeclaredChild] {
    all.withLock { all in
      let found = all ?? declaredChildren(of: reducer)
      all = found
      return found
    }
  }
}

/// Returns the children that a reducer, or one of the same feature that it wraps, stores as properties, also in optionals,
/// arrays, dictionaries, tuples and structs.
package func declaredChildren<R: Reducer>(of reducer: R) -> [any DeclaredChild] {
  func isSameFeature<Other: Reducer>(_: Other) -> Bool {
    Other.State.self == R.State.self && Other.Effect.self == R.Effect.self
  }
  func children(in value: Any) -> [any DeclaredChild] {
    switch value {
    case let child as any DeclaredChild: return [child]
    case let other as any Reducer where !isSameFeature(other): return []
    case let wrapper as any ReducerWrapper: return children(in: wrapper.wrapped)
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class, .enum, nil: return []
    default: return mirror.children.flatMap { children(in: $0.value) }
    }
  }
  return children(in: reducer)
}

/// Whether a reducer, or one below it, declares long-lived effects. The types of the reducers tell.
func declaresLongLived(_ reducer: some Reducer, _ seen: inout Set<ObjectIdentifier>) -> Bool {
  func declares<R: Reducer>(_: R) -> Bool { R.declaresLongLived }
  if declares(reducer) { return true }
  if !seen.insert(ObjectIdentifier(type(of: reducer))).inserted { return false }
  return declaredChildren(of: reducer).contains { declaresLongLived($0.anyReducer, &seen) }
}

extension Reducer {
  /// The declarations of the children, without those that repeat the name of another child.
  @usableFromInline func declarations(_ found: [any DeclaredChild]) -> [ChildDeclaration<State, Effect>] {
    var names: Set<String> = []
    return found.compactMap { child in
      guard let declaration = child.declaration(State.self, Effect.self) as? ChildDeclaration<State, Effect>,
        names.insert(child.name).inserted
      else { return nil }
      return declaration
    }
  }

  /// What is wrong with the declarations of this reducer and those below it.
  @usableFromInline func declarationProblems() -> [StoreProblem] {
    var seen: Set<ObjectIdentifier> = []
    return declarationProblems(&seen)
  }

  private func declarationProblems(_ seen: inout Set<ObjectIdentifier>) -> [StoreProblem] {
    if !seen.insert(ObjectIdentifier(Self.self)).inserted { return [] }
    var (names, problems) = (Set<String>(), [StoreProblem]())
    if Self.declaresLongLived, LongLived.self != LongLivedEffects<Effect>.self, !(self is any ReducerWrapper) {
      problems.append(.foreignLongLived("\(Self.self)"))
    }
    for child in declaredChildren(of: self) {
      if child.declaration(State.self, Effect.self) == nil {
        problems.append(.foreignChild(child.name, parent: "\(Self.self)"))
      } else if !names.insert(child.name).inserted {
        problems.append(.duplicateChild(child.name, parent: "\(Self.self)"))
      }
      problems += child.anyReducer.declarationProblems(&seen)
    }
    return problems
  }
}
