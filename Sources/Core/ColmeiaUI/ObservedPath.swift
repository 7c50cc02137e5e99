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

  struct Literal: Hashable {
    let path: ObjectIdentifier
    let aspect: Aspect
  }

  let path: AnyKeyPath
  let aspect: Aspect

  var literal: Literal { Literal(path: ObjectIdentifier(path), aspect: aspect) }
}

/// One observed aspect of a state. It has its own registrar, so that only its own observers are notified.
///
/// Observation doesn't tell whether a registration still exists, but each registration retains the key path that was
/// passed to `access`. Each node therefore uses a unique key path. If there is no other reference to it, there are no
/// observers left, and the node can be removed.
@MainActor final class ObservedPath: Observable {
  /// Whether the value differs in the newest state.
  let differs: () -> Bool
  private let registrar = ObservationRegistrar()
  private var token: KeyPath<ObservedPath, Bool> = \ObservedPath[token: ObservationToken()]
  private var wasNotified = false

  init(differs: @escaping () -> Bool) { self.differs = differs }

  nonisolated subscript(token token: ObservationToken) -> Bool { true }

  /// Whether there are observers.
  var isRead: Bool { ObservationToken.isHeld ? !isKnownUniquelyReferenced(&token) : !wasNotified }

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
  /// Does nothing, because each registrar knows only one key path.
  func hash(into hasher: inout Hasher) {}

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
