import Synchronization

/// A property wrapper for a part of the state that records a new version at each write.
///
/// ```swift
/// struct State { @Branch var feed = Feed.State() }
/// store.subscribe(within: \.$feed) { $0.feed.images.count } receive: { print($0) }
/// ```
///
/// If the part is the state of a child, declare the child `within` the version. Its state is then accessed in place, and
/// it is asked for its long-lived effects only after a write:
///
/// ```swift
/// let feed = Child(\State.feed, within: \State.$feed, Feed(), Action.feed, Effect.feed, name: "feed")
/// ```
///
/// Every write access creates a new ``Version``, so a change is detected by comparing a number. No old value has
/// to be retained, which would cause the next change to copy it. The version isn't part of the value: it isn't
/// considered by `==`, coding, hashing, printing or mirrors.
@propertyWrapper public struct Branch<Value: Sendable>: Sendable {
  @usableFromInline var value: Value
  /// The version, which is also the ``projectedValue``. As a stored property, it is found without evaluating a key
  /// path, which is useful for branches with very many observers: `static let feedVersion = \State._feed.version`.
  public var version: Version

  /// Creates a branch with a value.
  @inlinable public init(wrappedValue: Value) {
    value = wrappedValue
    version = .next()
  }

  /// The value. Writing to it, including changes in place, creates a new version.
  @inlinable public var wrappedValue: Value {
    get { value }
    _modify {
      version = .next()
      yield &value
    }
  }

  /// The version, which changes with every write.
  @inlinable public var projectedValue: Version { version }

  /// The version of a branch. If two versions are equal, nothing was written in between.
  public struct Version: Sendable, Equatable, VersionNumber {
    @usableFromInline package let number: UInt64
    @inlinable init(number: UInt64) { self.number = number }

    @inlinable static func next() -> Self {
      Self(number: newestVersion.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Returns whether both versions are the same, that is, nothing was written in between.
    @inlinable public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  @usableFromInline static var versionOffset: Int { MemoryLayout<Self>.offset(of: \.version) ?? 0 }
}

/// The newest number of a version. It begins at a value that is unlikely to occur elsewhere, so that a version can be
/// found in the bytes of a state.
@usableFromInline let newestVersion = Atomic<UInt64>(0xB5A2_C4D1_0000_0000)

/// The version of any ``Branch``.
@usableFromInline package protocol VersionNumber { var number: UInt64 { get } }

extension Branch: Equatable where Value: Equatable {
  /// Returns whether the values are equal. Values with the same version are not compared.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.version == right.version || left.value == right.value
  }
}

extension Branch: Hashable where Value: Hashable {
  /// Hashes the value.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Branch: Encodable where Value: Encodable {
  /// Encodes the value as if it weren't wrapped.
  public func encode(to encoder: any Encoder) throws {
    // An encoder represents some types differently from how they encode themselves, such as `URL`.
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Branch: Decodable where Value: Decodable {
  /// Decodes the value as if it weren't wrapped.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension Branch: CustomReflectable, CustomStringConvertible {
  /// A mirror of the value, without the version.
  public var customMirror: Mirror { Mirror(self, children: ["wrappedValue": value]) }
  /// The textual representation of the value.
  public var description: String { String(describing: value) }
}

extension KeyedDecodingContainer {
  /// Decodes an optional branch. It is `nil` if its key is missing, like a plain optional.
  public func decode<Value: Decodable>(
    _ type: Branch<Value?>.Type, forKey key: Key
  ) throws -> Branch<Value?> {
    Branch(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes an optional branch. Its key is omitted if it is `nil`, like a plain optional.
  public mutating func encode<Value: Encodable>(_ branch: Branch<Value?>, forKey key: Key) throws {
    try encodeIfPresent(branch.wrappedValue, forKey: key)
  }
}
