/// One step of the way from a reducer to a child: the child's name, the id of a row, or the identity of a child
/// that has one.
public enum ScopeKey: Hashable, Sendable {
  /// A child by name, or an id that is text.
  case name(String)
  /// An id that is an integer.
  case number(Int)
  /// An id of any other type, such as a `UUID`.
  indirect case id(AnyID)

  /// The step to the row, or the child, with this id.
  @inlinable public init(_ id: some Hashable & Sendable) { self.init(identity: id) }

  /// The step to a child whose `Identifiable` state has this id.
  @inlinable init(identity: some Hashable) {
    switch identity {
    case let number as Int: self = .number(number)
    case let name as String: self = .name(name)
    default: self = .id(AnyID(identity))
    }
  }

  /// The id, if it is of this type.
  @inlinable func id<ID: Hashable & Sendable>(as type: ID.Type) -> ID? {
    switch self {
    case .name(let name): name as? ID
    case .number(let number): number as? ID
    case .id(let id): id.value.base as? ID
    }
  }
}

extension ScopeKey: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// A child by name.
  @inlinable public init(stringLiteral value: String) { self = .name(value) }
  /// A row by number.
  @inlinable public init(integerLiteral value: Int) { self = .number(value) }
  /// The name as it is, the number in decimal, any other id as it describes itself.
  public var description: String {
    switch self {
    case .name(let name): name
    case .number(let number): String(number)
    case .id(let id): String(describing: id.value.base)
    }
  }
}

/// An id of any type.
///
/// `@unchecked Sendable`: ``ScopeKey`` alone makes one, of an id that is `Sendable`, or of the `id` of a `Sendable` state, and
/// its only uses are comparing, hashing and describing. A key of a dictionary must not change as long as it is there, so
/// what these look at is constant.
public struct AnyID: Hashable, @unchecked Sendable {
  @usableFromInline let value: AnyHashable
  @inlinable init(_ value: some Hashable) { self.value = AnyHashable(value) }
}
