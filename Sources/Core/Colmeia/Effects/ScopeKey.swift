/// One key of an ``EffectScope``: the name of a child, the id of a row, or the identity of a child.
public enum ScopeKey: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  /// The name of a child, or an id of type `String`.
  case name(String)
  /// An id of type `Int`.
  case number(Int)
  /// An id of any other type, such as a `UUID`.
  indirect case id(AnyID)

  /// Creates the key of a row or a child with this id.
  @inlinable public init(_ id: some Hashable & Sendable) { self.init(identity: id) }

  /// Creates the key of a child from the id of its `Identifiable` state.
  @inlinable init(identity: some Hashable) {
    switch identity {
    case let number as Int: self = .number(number)
    case let name as String: self = .name(name)
    default: self = .id(AnyID(identity))
    }
  }

  /// The id, or `nil` if it isn't of this type.
  @inlinable func id<ID: Hashable & Sendable>(as type: ID.Type) -> ID? {
    switch self {
    case .name(let name): name as? ID
    case .number(let number): number as? ID
    case .id(let id): id.value.base as? ID
    }
  }

  /// Creates a key from a name.
  @inlinable public init(stringLiteral value: String) { self = .name(value) }
  /// Creates a key from a number.
  @inlinable public init(integerLiteral value: Int) { self = .number(value) }
  /// The name, the number in decimal, or the textual representation of any other id.
  public var description: String {
    switch self {
    case .name(let name): name
    case .number(let number): String(number)
    case .id(let id): String(describing: id.value.base)
    }
  }
}

/// A type-erased id.
///
/// `@unchecked Sendable`: Only ``ScopeKey`` creates values of this type, from an id that is `Sendable`, or from the
/// `id` of a `Sendable` state. The only operations are comparing, hashing and describing. A dictionary key must not
/// change while it is in use, so the data that these operations read is constant.
public struct AnyID: Hashable, @unchecked Sendable {
  @usableFromInline let value: AnyHashable
  @inlinable init(_ value: some Hashable) { self.value = AnyHashable(value) }
}
