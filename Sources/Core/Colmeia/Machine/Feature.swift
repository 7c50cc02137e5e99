/// What the machine knows of a feature: how it was declared, and the long-lived effects that it has named.
///
/// The rows of a table, and a child with an identity, are one level below the scope of their declaration, and have a key.
@usableFromInline struct Feature<State: Sendable, Effect: Sendable & Equatable>: Sendable {
  @usableFromInline typealias Declaration = ChildDeclaration<State, Effect>

  /// A long-lived effect that the feature names. The request is `nil` until the effect was started, and no longer live
  /// once the effect has ended by itself.
  @usableFromInline struct LongLived: Sendable {
    @usableFromInline let name: String
    @usableFromInline let effect: Effect
    @usableFromInline var request: RequestID?

    init(_ entry: LongLivedEffects<Effect>.Entry) { (name, effect) = (entry.name, entry.effect) }

    /// Whether it was named by this entry. It is `mutating` so that nothing is copied.
    @inlinable @inline(__always) mutating func isNamed(by entry: LongLivedEffects<Effect>.Entry) -> Bool {
      name == entry.name && isUnchanged(effect, entry.effect)
    }
  }

  /// `nil` for the root, for a child that isn't declared, and for a scope that isn't in use.
  @usableFromInline var declaration: Declaration?
  @usableFromInline var key: ScopeKey?
  /// The name of the reducer's type.
  let reducer: String?
  /// The children, once they are needed.
  private var found: [Declaration]?

  /// Whether it exists, and its children that declare long-lived effects have scopes.
  @usableFromInline var hasBegun = false
  @usableFromInline var named = LongLivedEffects<Effect>.none
  @usableFromInline var running: [LongLived] = []
  /// Of a table: its stamp and the reducer of its rows at the last check.
  @usableFromInline var stamp: UInt64?
  @usableFromInline var configuration: (any Sendable)?
  /// Of a child with an identity: the one that is there.
  @usableFromInline var current: ScopeKey?

  /// The root.
  init(root: Any.Type, _ children: [Declaration]) { (reducer, found) = ("\(root)", children) }

  init(_ declaration: Declaration?, _ key: ScopeKey?) {
    (self.declaration, self.key, reducer) = (declaration, key, declaration?.reducer)
  }

  /// Whether this is the scope of a declaration whose features are one level below.
  @usableFromInline var isContainer: Bool {
    guard let declaration, key == nil else { return false }
    return declaration.kind == .rows || declaration.kind == .identified
  }

  /// Whether it runs what it names now. It is `mutating` so that nothing is copied.
  @inlinable mutating func runs(_ named: LongLivedEffects<Effect>) -> Bool {
    switch named {
    case .none: running.isEmpty
    case .one(let entry): running.count == 1 && running[0].isNamed(by: entry)
    case .many: false
    }
  }

  mutating func children() -> [Declaration] {
    let children = found ?? declaration?.below(key) ?? []
    found = children
    return children
  }
}

/// What changes in the features with a step.
@usableFromInline struct FeatureChanges {
  /// The features that were removed.
  @usableFromInline var removed: [Int] = []
  /// The long-lived effects that aren't named any more.
  @usableFromInline var cancelled: [RequestID] = []
  @usableFromInline var problems: [StoreProblem] = []
  /// The long-lived effects that are named for the first time.
  @usableFromInline var started: [(scope: Int, name: String)] = []

  @usableFromInline init() {}
  @usableFromInline var isEmpty: Bool {
    removed.isEmpty && cancelled.isEmpty && problems.isEmpty && started.isEmpty
  }
}
