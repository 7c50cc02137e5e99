import Observation

/// Identifies what is observed: a key path, and an aspect of its value.
struct PathKey: Hashable {
  enum Aspect: Hashable {
    case value
    /// Whether the value is present.
    case presence
    /// Whether the value is present and its identity, or which rows are present.
    case identity
  }

  let path: AnyKeyPath
  let aspect: Aspect

  init(_ path: AnyKeyPath, _ aspect: Aspect) {
    self.path = path
    self.aspect = aspect
  }
}

/// One observed aspect of a state. It has its own registrar, so that only its own observers are notified.
///
/// Observation doesn't tell whether a registration still exists, but each registration retains the key path that was
/// passed to `access`. Each node therefore uses a unique key path. If there is no other reference to it, there are no
/// observers left, and the node can be removed.
@MainActor final class ObservedPath: Observable {
  typealias Compare = (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool

  let key: PathKey
  /// The location of the value in the state, or `nil` if it is computed.
  let bytes: Range<Int>?
  private let compare: Compare
  private let registrar = ObservationRegistrar()
  private var token: KeyPath<ObservedPath, Bool>
  private var wasNotified = false

  /// - Parameters:
  ///   - bytes: The location of the value in the state, or `nil` if it is computed.
  ///   - differs: Returns whether the value differs between two states.
  init(_ key: PathKey, _ bytes: Range<Int>?, differs: @escaping Compare) {
    self.key = key
    self.bytes = bytes
    compare = differs
    token = \ObservedPath[token: ObservationToken()]
  }

  nonisolated subscript(token token: ObservationToken) -> Bool { true }

  /// Whether there are observers.
  var isRead: Bool { ObservationToken.isHeld ? !isKnownUniquelyReferenced(&token) : !wasNotified }

  func differs(_ old: ShownValue, _ new: ShownValue) -> Bool {
    if let bytes, old.hasBytes(bytes, of: new) { return false }
    return compare(old.place, new.place)
  }

  /// Registers the observer that is currently tracking. Every reader must call it.
  func access() {
    wasNotified = false
    registrar.access(self, keyPath: token)
  }

  func willChange() {
    wasNotified = true
    registrar.willSet(self, keyPath: token)
  }

  func didChange() { registrar.didSet(self, keyPath: token) }
}

/// Makes a key path unique.
final class ObservationToken: Hashable, Sendable {
  static func == (left: ObservationToken, right: ObservationToken) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Whether Observation retains key paths on this platform, as expected. If it doesn't, a node is kept until its value
  /// changes.
  @MainActor static let isHeld: Bool = {
    final class Subject: Observable {
      subscript(token token: ObservationToken) -> Bool { true }
    }
    let registrar = ObservationRegistrar()
    var path: KeyPath<Subject, Bool> = \Subject[token: ObservationToken()]
    return withObservationTracking {
      registrar.access(Subject(), keyPath: path)
      return !isKnownUniquelyReferenced(&path)
    } onChange: {
    }
  }()
}
