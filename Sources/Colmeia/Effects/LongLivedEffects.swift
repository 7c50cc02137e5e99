/// What must be running while the state is what it is; returned by `Reducer.longLived(in:)`.
///
/// ```swift
/// func longLived(in state: State) -> LongLivedEffects<Effect> {
///   state.isOpen ? .running(.socket(room: state.room), id: ID.socket) : .none
/// }
/// ```
///
/// Its ids are a namespace of their own: `cancel` and `cancelAll` never touch them. An id stands in a list
/// once; a second entry under it is left out and reported as a ``Problem``.
public struct LongLivedEffects<Effect: Sendable & Equatable>: Sendable {
  /// One effect that is to be running.
  public struct Entry: Sendable, Equatable {
    /// The id; a new effect under the same id replaces the old one.
    public let id: EffectID
    /// What is to be running.
    public let effect: Effect

    @inlinable init(id: EffectID, effect: Effect) {
      self.id = id
      self.effect = effect
    }

    /// Whether both are the same effect under the same id.
    @inlinable public static func == (left: Self, right: Self) -> Bool {
      left.effect == right.effect && left.id == right.id
    }
  }

  @usableFromInline enum Storage: Sendable {
    case none
    case one(Entry)
    case many([Entry])
  }

  @usableFromInline let storage: Storage
  @inlinable init(_ storage: Storage) { self.storage = storage }

  /// Nothing.
  @inlinable public static var none: Self { Self(.none) }

  /// `effect` is to be running under `id`.
  @inlinable public static func running(_ effect: Effect, id: EffectID) -> Self {
    Self(.one(Entry(id: id, effect: effect)))
  }

  /// `effect` is to be running under `id`.
  @inlinable public static func running(_ effect: Effect, id: some RawRepresentable<String>) -> Self {
    .running(effect, id: EffectID(id.rawValue))
  }

  /// Whether nothing is to be running.
  @inlinable public var isEmpty: Bool { if case .none = storage { true } else { false } }

  /// Everything that is to be running, in order.
  @inlinable public var entries: [Entry] {
    switch storage {
    case .none: []
    case .one(let entry): [entry]
    case .many(let entries): entries
    }
  }

  /// What `left` and what `right` name.
  @inlinable public static func + (left: Self, right: Self) -> Self {
    if left.isEmpty { return right }
    if right.isEmpty { return left }
    return Self(.many(left.entries + right.entries))
  }

  /// Makes a child's entries its parent's, with their ids below the child's `name`.
  @inlinable public func lift<Parent>(
    _ embed: (Effect) -> Parent, in name: ScopeKey
  ) -> LongLivedEffects<Parent> {
    lifted(embed) { $0.prefixed(name) }
  }

  /// Makes the entries of row `id` of the collection `name` its parent's.
  @inlinable public func lift<Parent>(
    _ embed: (Effect) -> Parent, in name: ScopeKey, _ id: some ScopeKeyConvertible
  ) -> LongLivedEffects<Parent> {
    lifted(embed) { $0.prefixed(id.scopeKey).prefixed(name) }
  }

  @inlinable func lifted<Parent>(
    _ embed: (Effect) -> Parent, _ prefix: (EffectScope) -> EffectScope
  ) -> LongLivedEffects<Parent> {
    func up(_ entry: Entry) -> LongLivedEffects<Parent>.Entry {
      .init(id: EffectID(entry.id.name, in: prefix(entry.id.scope)), effect: embed(entry.effect))
    }
    switch storage {
    case .none: return .none
    case .one(let entry): return .init(.one(up(entry)))
    case .many(let entries): return .init(.many(entries.map(up)))
    }
  }
}

extension LongLivedEffects: ExpressibleByArrayLiteral {
  /// What all elements name.
  public init(arrayLiteral elements: Self...) { self = elements.reduce(.none, +) }
}

extension LongLivedEffects: Equatable {
  /// Whether both name the same, in the same order.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.none, .none): true
    case (.one(let left), .one(let right)): left == right
    case (.many(let left), .many(let right)): left == right
    default: false
    }
  }
}
