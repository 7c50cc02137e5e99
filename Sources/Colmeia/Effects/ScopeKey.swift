/// One step of the way from a reducer to a child: the child's name, the id of a row, or the identity of a child
/// that has one.
public enum ScopeKey: Sendable {
  /// A child by name, or an id that is text.
  case name(String)
  /// An id that is an integer.
  case number(Int)
  /// An id of any other type, such as a `UUID`.
  indirect case id(any Hashable & Sendable)

  /// The step to the row, or the child, with this id.
  @inlinable public init(_ id: some Hashable & Sendable) {
    switch id {
    case let number as Int: self = .number(number)
    case let name as String: self = .name(name)
    default: self = .id(id)
    }
  }

  /// The step to a child whose `Identifiable` state has this id.
  @usableFromInline init(identity: some Hashable) {
    switch identity {
    case let number as Int: self = .number(number)
    case let name as String: self = .name(name)
    default: self = .id(Identity(value: AnyHashable(identity)))
    }
  }

  /// The id, if it is of this type.
  @inlinable func id<ID: Hashable & Sendable>(as type: ID.Type) -> ID? {
    switch self {
    case .name(let name): name as? ID
    case .number(let number): number as? ID
    case .id(let id): id as? ID
    }
  }
}

extension ScopeKey: Hashable {
  /// Whether both name the same child.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.name(let left), .name(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.id(let left), .id(let right)): isEqual(left, right)
    default: false
    }
  }
  @inlinable static func isEqual<ID: Hashable & Sendable>(_ left: ID, _ right: any Hashable & Sendable) -> Bool {
    left == right as? ID
  }
  /// Feeds the key to `hasher`.
  @inlinable public func hash(into hasher: inout Hasher) {
    switch self {
    case .name(let name): hasher.combine(name)
    case .number(let number): hasher.combine(number)
    case .id(let id): id.hash(into: &hasher)
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
    case .id(let id): String(describing: id)
    }
  }
}

/// An identity that came out of a `Sendable` state.
///
/// `@unchecked Sendable`: a constant that is a part of a value that is `Sendable`.
private struct Identity: Hashable, @unchecked Sendable, CustomStringConvertible {
  let value: AnyHashable
  var description: String { String(describing: value) }
}
