/// The effects that must be running while a feature is in a given state, as returned by `Reducer.longLived(in:)`.
///
/// ```swift
/// func longLived(in state: State) -> LongLivedEffects<Effect> {
///   state.isOpen ? .running(.socket(room: state.room), id: ID.socket) : .none
/// }
/// ```
///
/// The ids of long-lived effects have a separate namespace: `cancel` and `cancelAll` never affect them. An id may
/// appear only once in a list. A second entry with the same id is ignored and reported as a ``StoreProblem``.
///
/// After each step, effects that are no longer listed are cancelled first, oldest first. Then, new and changed effects
/// are started: a feature's effects before its children's, children in declaration order, and rows in their order. An
/// effect that was refused because of the effect limit starts once there is room, oldest first.
public enum LongLivedEffects<Effect: Sendable & Equatable>: LongLivedDeclaration, ExpressibleByArrayLiteral, Equatable {
  /// No effect.
  case none
  /// One effect.
  case one(Entry)
  /// Several effects, in order.
  case many([Entry])

  /// One effect and its id.
  public struct Entry: Sendable, Equatable {
    /// The id of the effect within its feature.
    public let name: String
    /// The effect.
    public let effect: Effect
    @inlinable init(name: String, effect: Effect) { (self.name, self.effect) = (name, effect) }
    /// Returns whether both entries have the same name and effect.
    @inlinable public static func == (left: Self, right: Self) -> Bool {
      left.name == right.name && isUnchanged(left.effect, right.effect)
    }
  }

  /// Lists one effect.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - id: Its id, unique among the long-lived effects of the feature.
  @inlinable public static func running(_ effect: Effect, id: String) -> Self { .one(Entry(name: id, effect: effect)) }

  /// Lists one effect.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - id: A case of the feature's enum of ids.
  @inlinable public static func running(_ effect: Effect, id: some RawRepresentable<String>) -> Self {
    .running(effect, id: id.rawValue)
  }

  /// Creates a list of the elements' effects, in order.
  public init(arrayLiteral elements: Self...) { self = elements.reduce(.none, +) }

  /// The effects and their ids, in order.
  @inlinable public var entries: [Entry] {
    switch self {
    case .none: []
    case .one(let entry): [entry]
    case .many(let entries): entries
    }
  }

  /// Returns the effects of `left`, followed by those of `right`.
  @inlinable public static func + (left: consuming Self, right: Self) -> Self {
    left += right
    return left
  }

  /// Appends the effects of `right`.
  @inlinable public static func += (left: inout Self, right: Self) {
    if case .none = right { return }
    var entries = left.entries
    left = .none  // so that the array is uniquely referenced and grows in place
    entries += right.entries
    left = entries.count == 1 ? .one(entries[0]) : .many(entries)
  }

  /// Returns the same list with effects of a parent.
  @inlinable consuming func lifted<Parent>(_ embed: (Effect) -> Parent) -> LongLivedEffects<Parent> {
    switch consume self {
    case .none: .none
    case .one(let entry): .one(.init(name: entry.name, effect: embed(entry.effect)))
    case .many(let entries): .many(entries.map { .init(name: $0.name, effect: embed($0.effect)) })
    }
  }

  /// The list, if its effects have this type.
  @inlinable public func list<Other>(of type: Other.Type) -> LongLivedEffects<Other>? {
    self as? LongLivedEffects<Other>
  }

  /// Returns whether both list the same effects, in the same order.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    switch left {
    case .none: if case .none = right { return true }
    case .one(let left): if case .one(let right) = right { return left == right }
    case .many(let left): if case .many(let right) = right { return left == right }
    }
    return false
  }
}

/// What a reducer returns from `longLived(in:)`: ``LongLivedEffects``, or ``NoLongLivedEffects`` if it doesn't implement
/// that method. So it is known from a reducer's type whether the machine must ask it after each step.
public protocol LongLivedDeclaration: Sendable {
  /// Returns the effects of a feature, or `nil` if they have another type.
  func list<Effect: Sendable & Equatable>(of type: Effect.Type) -> LongLivedEffects<Effect>?
}

/// What a reducer returns from `longLived(in:)` if it doesn't implement that method.
public struct NoLongLivedEffects: LongLivedDeclaration {
  @inlinable init() {}
  /// Returns no effects.
  @inlinable public func list<Effect>(of type: Effect.Type) -> LongLivedEffects<Effect>? { LongLivedEffects.none }
}
