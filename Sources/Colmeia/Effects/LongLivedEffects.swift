import ColmeiaMemory

/// What must be running while the state is what it is; returned by `Reducer.longLived(in:)`.
///
/// ```swift
/// func longLived(in state: State) -> LongLivedEffects<Effect> {
///   state.isOpen ? .running(.socket(room: state.room), id: ID.socket) : .none
/// }
/// ```
///
/// Its ids are a namespace of their own: `cancel` and `cancelAll` never touch them. An id stands in a list
/// once; a second entry under it is left out and reported as a ``StoreProblem``.
///
/// After a step, what is no longer named is cancelled first, the oldest first. Then what is new or has changed is
/// started: a feature's before its children's, children as declared, rows in their order. One that was refused at the limit
/// of effects starts when there is room, the oldest first.
public struct LongLivedEffects<Effect: Sendable & Equatable>: Sendable {
  /// One effect and its id.
  public struct Entry: Sendable, Equatable {
    /// The feature's own name for it.
    public let name: String
    /// What is to be running.
    public let effect: Effect
    @inlinable init(name: String, effect: Effect) {
      (self.name, self.effect) = (name, effect)
    }
    /// Whether name and effect are the same.
    @inlinable public static func == (left: Self, right: Self) -> Bool {
      left.name == right.name && left.effect == right.effect
    }
  }

  @usableFromInline var storage: Few<Entry>
  /// Whether this is the default of `Reducer.longLived(in:)`: the feature never names any.
  @usableFromInline let isUndeclared: Bool
  @inlinable init(_ storage: Few<Entry>, isUndeclared: Bool = false) {
    (self.storage, self.isUndeclared) = (storage, isUndeclared)
  }

  @inlinable static var undeclared: Self { Self(.none, isUndeclared: true) }

  /// No long-lived effect in this state.
  @inlinable public static var none: Self { Self(.none) }

  /// `effect` is to be running under `id`; a new effect under the same id replaces the old one.
  @inlinable public static func running(_ effect: Effect, id: String) -> Self {
    Self(.one(Entry(name: id, effect: effect)))
  }

  /// `effect` is to be running under `id`; a new effect under the same id replaces the old one.
  @inlinable public static func running(_ effect: Effect, id: some RawRepresentable<String>) -> Self {
    .running(effect, id: id.rawValue)
  }

  /// Whether nothing is to be running.
  @inlinable public var isEmpty: Bool { storage.isEmpty }

  /// Everything that is to be running, in order.
  @inlinable public var entries: [Entry] { storage.elements }

  /// What `left` and what `right` name.
  @inlinable public static func + (left: consuming Self, right: Self) -> Self {
    left += right
    return left
  }

  /// Appends what `right` names.
  ///
  /// - Complexity: amortised O(entries of `right`).
  @inlinable public static func += (left: inout Self, right: Self) {
    var storage = left.storage
    left = .none  // so that an array has one owner and grows in place
    storage += right.storage
    left.storage = storage
  }
}

extension LongLivedEffects: ExpressibleByArrayLiteral, Equatable {
  /// What all elements name.
  public init(arrayLiteral elements: Self...) { self = elements.reduce(.none, +) }

  /// Whether both name the same, in the same order.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.storage == right.storage
  }
}
