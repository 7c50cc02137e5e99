/// A state that view stores show, its observers, and its parts that other view stores show.
///
/// A whole retains its parts, and the view store of a part the view store of the whole. A part that has ended is no longer
/// retained by the whole, so all that is left of it, such as its last value, belongs to its view store.
///
/// What doesn't depend on the type of the state is in this class, because looking up generic types at run time takes
/// longer than the work itself.
@MainActor class ShownState {
  private(set) final var paths: [PathKey: ObservedPath] = [:]
  /// The same, by the identities of the key paths, because hashing a key path takes as long as all the rest. A key path
  /// that is written in the code is always the same object.
  private final var literals: [PathKey.Literal: ObservedPath] = [:]
  private(set) final var parts: [PartKey: any ShownPart] = [:]

  /// Whether there are observers, here or in the parts.
  final var isRead: Bool { paths.values.contains { $0.isRead } || parts.values.contains { $0.isInUse } }

  /// Registers the observer that is currently tracking.
  final func observe(_ key: PathKey, _ makePath: () -> ObservedPath) {
    if let path = literals[key.literal] ?? paths[key] { return path.access() }
    let path = makePath()
    (paths[key], literals[key.literal]) = (path, path)
    path.access()
  }

  final func add(_ part: any ShownPart, for key: PartKey) { parts[key] = part }

  /// Adds the change to the newest state, and removes what is no longer in use.
  final func stage(_ change: inout Change) {
    change.states.append(self)
    for (key, path) in paths {
      if !path.isRead {
        (paths[key], literals[key.literal]) = (nil, nil)
      } else if path.differs() {
        change.paths.append(path)
      }
    }
    for (key, part) in parts where !part.stage(&change) { parts[key] = nil }
  }

  /// Shows the newest state.
  func assign() {}
}

/// A state of a type.
final class Shown<State>: ShownState {
  private(set) var value: Snapshot<State>
  /// The state that replaces `value` as soon as its observers have been notified. New parts begin in it.
  var newest: Snapshot<State>

  init(_ state: State) {
    value = Snapshot(state)
    newest = value
  }

  override func assign() { value = newest }
}

/// A state that doesn't change. Sharing it takes less time than copying a state, which retains each of its strings and
/// arrays.
final class Snapshot<State> {
  let state: State
  init(_ state: State) { self.state = state }
}

/// A pending change of what is shown: first, all observers are notified of the upcoming change; then, all values change
/// at once.
@MainActor struct Change {
  var paths: [ObservedPath] = []
  var states: [ShownState] = []

  mutating func make() {
    for path in paths { path.willChange() }
    for state in states { state.assign() }
    for path in paths { path.didChange() }
    paths.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
  }
}

/// A part of a state. It is in use as long as its view store exists, or has observers: a view may read a value through a
/// view store that it doesn't retain.
@MainActor protocol ShownPart: AnyObject {
  var isInUse: Bool { get }
  /// Adds the changes of the part. Returns `false` if the part has ended, or is no longer in use.
  func stage(_ change: inout Change) -> Bool
}

/// Identifies a part, and the type of its view store.
struct PartKey: Hashable {
  let path: AnyKeyPath
  let id: ViewStoreID
  let type: ObjectIdentifier
}

/// A part that a view store shows.
@MainActor final class ShownScope: ShownPart {
  weak var view: AnyObject?
  let shown: ShownState
  private let hasIdentity: Bool
  private let update: () -> Bool

  /// - Parameters:
  ///   - hasIdentity: Whether the part has ended for good if it is absent. Otherwise, a view store that still shows it
  ///     shows it again when it reappears.
  ///   - update: Takes the newest state of the part. Returns `false` if it is absent.
  init(_ shown: ShownState, hasIdentity: Bool, update: @escaping () -> Bool) {
    (self.shown, self.hasIdentity, self.update) = (shown, hasIdentity, update)
  }

  var isInUse: Bool { view != nil || shown.isRead }

  func stage(_ change: inout Change) -> Bool {
    if !isInUse { return false }
    if !update() { return !hasIdentity && view != nil }
    shown.stage(&change)
    return true
  }
}
