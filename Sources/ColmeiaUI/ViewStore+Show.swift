extension ViewStore {
  /// Registers the observer that is currently tracking.
  func observe(_ key: PathKey, differs: @escaping (State, State) -> Bool) {
    let path = paths[key] ?? ObservedPath(differs: differs)
    paths[key] = path
    path.access()
  }

  /// Shows a new state, and notifies the observers of what has changed, here and in the scopes.
  func show(_ new: State) {
    var change = ShownChange()
    stage(new, &change)
    change.make()
  }

  /// Collects the observers to notify of `new`, and removes nodes without observers.
  func stage(_ new: State, _ change: inout ShownChange) {
    for (key, path) in paths {
      if !path.isRead {
        paths[key] = nil
      } else if path.differs(value, new) {
        // A notification ends the observation. An observer that reads again is registered again.
        paths[key] = nil
        change.will.append(path.willChange)
        change.did.append(path.didChange)
      }
    }
    for (key, child) in children where !child.stage(value, new, &change) { children[key] = nil }
    change.assign.append { self.value = new }
  }
}

/// A pending change of the shown state: first, all observers are notified of the upcoming change; then, all values
/// change at once.
@MainActor struct ShownChange {
  var will: [() -> Void] = []
  var assign: [() -> Void] = []
  var did: [() -> Void] = []

  func make() {
    for notify in will { notify() }
    for assign in assign { assign() }
    for notify in did { notify() }
  }
}

/// A part of a view store that may be in use.
@MainActor struct ShownPart<State> {
  weak var view: AnyObject?
  /// Adds the changes of the part. Returns `false` if the part is no longer needed.
  let stage: (_ old: State, _ new: State, inout ShownChange) -> Bool
}

/// Identifies a part, and the type of its view store.
struct ChildKey: Hashable {
  let path: AnyKeyPath
  let id: ViewStoreID
  let type: ObjectIdentifier

  init(_ path: AnyKeyPath, _ id: ViewStoreID, _ type: AnyObject.Type) {
    self.path = path
    self.id = id
    self.type = ObjectIdentifier(type)
  }
}
