/// One step of the way from a reducer to a child: the child's name, or the number of its row.
public enum ScopeKey: Sendable {
  /// A child by name, or a row whose id is text.
  case name(String)
  /// A row whose id is an integer.
  case number(Int)
}

extension ScopeKey: Hashable {
  /// Whether both name the same child.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.name(let left), .name(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    default: false
    }
  }
  /// Feeds the key to `hasher`.
  @inlinable public func hash(into hasher: inout Hasher) {
    switch self {
    case .name(let name): hasher.combine(name)
    case .number(let number): hasher.combine(number)
    }
  }
}

extension ScopeKey: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// A child by name.
  @inlinable public init(stringLiteral value: String) { self = .name(value) }
  /// A row by number.
  @inlinable public init(integerLiteral value: Int) { self = .number(value) }
  /// The name as it is, the number in decimal.
  public var description: String {
    switch self {
    case .name(let name): name
    case .number(let number): String(number)
    }
  }
}

extension ScopeKey: Codable {
  /// Reads a string as a name and an integer as a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .name(try container.decode(String.self))
    }
  }
  /// Writes a name as a string and a number as an integer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .name(let name): try container.encode(name)
    case .number(let number): try container.encode(number)
    }
  }
}

/// An id of a row that can be a step of an ``EffectScope``. `Int`, `String` and what is
/// `RawRepresentable` by them have it; another id type (such as Foundation's `UUID`) says how it is written.
public protocol ScopeKeyConvertible {
  /// The id as a key; different ids have different keys.
  var scopeKey: ScopeKey { get }
  /// The id that has this key; `nil` when none has.
  init?(scopeKey: ScopeKey)
}

extension ScopeKey: ScopeKeyConvertible {
  /// The key itself.
  @inlinable public var scopeKey: ScopeKey { self }
  /// The key itself.
  @inlinable public init?(scopeKey: ScopeKey) { self = scopeKey }
}

extension Int: ScopeKeyConvertible {
  /// The number.
  @inlinable public var scopeKey: ScopeKey { .number(self) }
  /// The number of a `number` key.
  @inlinable public init?(scopeKey: ScopeKey) {
    guard case .number(let number) = scopeKey else { return nil }
    self = number
  }
}

extension String: ScopeKeyConvertible {
  /// The text.
  @inlinable public var scopeKey: ScopeKey { .name(self) }
  /// The text of a `name` key.
  @inlinable public init?(scopeKey: ScopeKey) {
    guard case .name(let name) = scopeKey else { return nil }
    self = name
  }
}

extension ScopeKeyConvertible where Self: RawRepresentable, RawValue: ScopeKeyConvertible {
  /// The raw value's key.
  @inlinable public var scopeKey: ScopeKey { rawValue.scopeKey }
  /// The value whose raw value has this key.
  @inlinable public init?(scopeKey: ScopeKey) {
    guard let raw = RawValue(scopeKey: scopeKey) else { return nil }
    self.init(rawValue: raw)
  }
}
