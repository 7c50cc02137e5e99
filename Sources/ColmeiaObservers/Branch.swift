import Synchronization

/// A part of the state that knows when it was last written.
///
/// ```swift
/// struct State { @Branch var feed = Feed.State() }
/// store.subscribe(within: \.$feed) { $0.feed.images.count } receive: { print($0) }
/// ```
///
/// Every write access gives it a new ``BranchVersion``, so "has it changed?" is one comparison of a number,
/// and nobody need keep an old value, which would make the next change copy it. The version is no part of
/// the value: not of `==`, coding, hashing, printing or mirrors.
@propertyWrapper public struct Branch<Value: Sendable>: Sendable {
  @usableFromInline var value: Value
  /// What ``projectedValue`` gives. As a stored property it is found without going through a key path, for
  /// branches that very many ask for: `static let feedVersion = \State._feed.version`.
  public var version: BranchVersion

  /// A branch that holds `wrappedValue`.
  @inlinable public init(wrappedValue: Value) {
    value = wrappedValue
    version = .next()
  }

  /// The value. Writing to it, also in place, makes a new version.
  @inlinable public var wrappedValue: Value {
    get { value }
    _modify {
      version = .next()
      yield &value
    }
  }

  /// The version: changes with every write.
  @inlinable public var projectedValue: BranchVersion { version }
}

/// The state of a ``Branch``, without its value. Equal versions mean that nothing was written between.
public struct BranchVersion: Sendable {
  /// Begins where no other number in a state is likely to be, so that a version can be found in one.
  @usableFromInline static let newest = Atomic<UInt64>(0xB5A2_C4D1_0000_0000)
  @usableFromInline package let number: UInt64
  @inlinable init(number: UInt64) { self.number = number }

  @inlinable static func next() -> Self {
    Self(number: newest.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}

extension BranchVersion: Equatable {
  /// Whether nothing was written between the two.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
}

extension Branch: Equatable where Value: Equatable {
  /// Whether the values are equal; that of one version is not looked at.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.version == right.version || left.value == right.value
  }
}

extension Branch: Hashable where Value: Hashable {
  /// Feeds the value to `hasher`.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Branch: Encodable where Value: Encodable {
  /// Writes the value as if it stood alone.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Branch: Decodable where Value: Decodable {
  /// Reads the value as if it stood alone.
  public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }
}

extension Branch: CustomReflectable, CustomStringConvertible {
  /// The value, without the version.
  public var customMirror: Mirror { Mirror(self, children: ["wrappedValue": value]) }
  /// The value's own text.
  public var description: String { String(describing: value) }
}

extension KeyedDecodingContainer {
  /// An optional branch is `nil` when its key is absent, as a plain optional is.
  public func decode<Value: Decodable>(
    _ type: Branch<Value?>.Type, forKey key: Key
  ) throws -> Branch<Value?> {
    Branch(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// An optional branch that is `nil` leaves its key out, as a plain optional does.
  public mutating func encode<Value: Encodable>(_ branch: Branch<Value?>, forKey key: Key) throws {
    try encodeIfPresent(branch.wrappedValue, forKey: key)
  }
}
