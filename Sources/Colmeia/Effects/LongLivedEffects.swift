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
  /// Each entry is a plain `run`, so that lifting is the same as that of other effects.
  @usableFromInline let runs: Effects<Effect>
  @inlinable init(_ runs: Effects<Effect>) { self.runs = runs }

  /// Nothing.
  @inlinable public static var none: Self { Self(.none) }

  /// `effect` is to be running under `id`; a new effect under the same id replaces the old one.
  @inlinable public static func running(_ effect: Effect, id: EffectID) -> Self { Self(.run(effect, id: id)) }

  /// `effect` is to be running under `id`; a new effect under the same id replaces the old one.
  @inlinable public static func running(_ effect: Effect, id: some RawRepresentable<String>) -> Self {
    Self(.run(effect, id: id))
  }

  /// Whether nothing is to be running.
  @inlinable public var isEmpty: Bool { runs.isEmpty }

  /// Everything that is to be running, in order.
  @inlinable public var entries: [(id: EffectID, effect: Effect)] {
    runs.commands.compactMap { command in
      if case .run(let effect, _, _) = command.operation { (command.id, effect) } else { nil }
    }
  }

  /// What `left` and what `right` name.
  @inlinable public static func + (left: Self, right: Self) -> Self { Self(left.runs + right.runs) }

  /// Makes a child's entries its parent's, with their ids below the child's `name`.
  @inlinable public func lift<Parent>(
    _ embed: (Effect) -> Parent, in name: some ScopeKeyConvertible
  ) -> LongLivedEffects<Parent> {
    .init(runs.lift(embed, in: name))
  }

  /// Makes the entries of row `id` of the collection `name` its parent's.
  @inlinable public func lift<Parent>(
    _ embed: (Effect) -> Parent, in name: some ScopeKeyConvertible, _ id: some ScopeKeyConvertible
  ) -> LongLivedEffects<Parent> {
    .init(runs.lift(embed, in: name, id))
  }
}

extension LongLivedEffects: ExpressibleByArrayLiteral, Equatable {
  /// What all elements name.
  public init(arrayLiteral elements: Self...) { self = elements.reduce(.none, +) }

  /// Whether both name the same, in the same order.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.runs == right.runs }
}
