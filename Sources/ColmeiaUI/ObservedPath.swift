import Observation

/// What is read: a key path, and what about its value.
struct PathKey: Hashable {
  enum Kind: Hashable {
    case value
    /// Whether it is there.
    case presence
    /// Whether it is there and who it is, or which rows are there.
    case identity
  }

  let path: AnyKeyPath
  let kind: Kind

  init(_ path: AnyKeyPath, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// One thing that somebody reads: a registrar of its own, so that only its readers are told.
///
/// Observation does not say whether anybody still observes, but each observer holds on to the key path with
/// which it has registered. Here each node has a key path of its own for that. When nobody else has a
/// reference to it, nobody reads any more, and the node can be dropped.
@MainActor final class ObservedPath<State>: Observable {
  let differs: (State, State) -> Bool
  private let registrar = ObservationRegistrar()
  private var token: KeyPath<ObservedPath, Bool>

  init(differs: @escaping (State, State) -> Bool) {
    self.differs = differs
    token = \ObservedPath[token: ObservationToken()]
  }

  nonisolated subscript(token token: ObservationToken) -> Bool { true }

  /// Whether somebody will be told.
  var isRead: Bool { !isKnownUniquelyReferenced(&token) || !ObservationToken.isHeld }

  /// To be called by each reader.
  func access() { registrar.access(self, keyPath: token) }

  func willChange() { registrar.willSet(self, keyPath: token) }
  func didChange() { registrar.didSet(self, keyPath: token) }
}

/// Makes a key path unlike all others.
final class ObservationToken: Hashable, Sendable {
  static func == (left: ObservationToken, right: ObservationToken) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Whether this platform's Observation holds key paths as expected. Where it does not, a node stays until its value
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
