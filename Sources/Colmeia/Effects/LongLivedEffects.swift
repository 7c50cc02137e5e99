import ColmeiaMemory

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
public struct LongLivedEffects<Effect: Sendable & Equatable>: Sendable, ExpressibleByArrayLiteral, Equatable {
  /// One effect and its id.
  public struct Entry: Sendable, Equatable {
    /// The id of the effect within its feature.
    public let name: String
    /// The effect.
    public let effect: Effect
    @inlinable init(name: String, effect: Effect) { (self.name, self.effect) = (name, effect) }
    /// Returns whether both entries have the same name and effect.
    @inlinable public static func == (left: Self, right: Self) -> Bool {
      left.name == right.name && left.effect == right.effect
    }
  }

  @usableFromInline var storage: Few<Entry>
  /// The type of the reducer if this is its default implementation of `longLived(in:)`: it never names an effect. A
  /// reducer of another type that returns this list may return another one later.
  @usableFromInline let undeclaring: ObjectIdentifier?
  @inlinable init(_ storage: Few<Entry>, undeclaring: ObjectIdentifier? = nil) {
    (self.storage, self.undeclaring) = (storage, undeclaring)
  }

  @inlinable static func undeclared(by type: Any.Type) -> Self { Self(.none, undeclaring: ObjectIdentifier(type)) }

  /// An empty list: no long-lived effects in this state.
  @inlinable public static var none: Self { Self(.none) }

  /// Keeps `effect` running under `id`. If a later list has a different effect under the same id, it replaces this one.
  @inlinable public static func running(_ effect: Effect, id: String) -> Self {
    Self(.one(Entry(name: id, effect: effect)))
  }

  /// Keeps `effect` running under `id`. If a later list has a different effect under the same id, it replaces this one.
  @inlinable public static func running(_ effect: Effect, id: some RawRepresentable<String>) -> Self {
    .running(effect, id: id.rawValue)
  }

  /// All entries, in order.
  @inlinable public var entries: [Entry] { storage.elements }

  /// Returns the entries of `left`, followed by those of `right`.
  @inlinable public static func + (left: consuming Self, right: Self) -> Self {
    left += right
    return left
  }

  /// Appends the entries of `right`.
  ///
  /// - Complexity: Amortized O(*n*), where *n* is the number of entries in `right`.
  @inlinable public static func += (left: inout Self, right: Self) {
    var storage = left.storage
    left = .none  // releases the reference, so that the array is uniquely referenced and grows in place
    storage += right.storage
    left.storage = storage
  }

  /// Creates a list of all elements' entries.
  public init(arrayLiteral elements: Self...) { self = elements.reduce(.none, +) }

  /// Returns whether both lists have the same entries, in the same order.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.storage == right.storage }
}
