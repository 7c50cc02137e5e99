extension ViewStore {
  /// Registers the observer that is reading.
  func observe(_ key: PathKey, differs: @escaping (State, State) -> Bool) {
    let path = paths[key] ?? ObservedPath(differs: differs)
    paths[key] = path
    path.access()
  }

  /// Shows a new state: tells those who read what is different, here and in the scopes.
  func show(_ new: State) {
    var change = ShownChange()
    stage(new, &change)
    change.make()
  }

  /// Finds out who is to be told of `new`, and drops whom nobody reads any more.
  func stage(_ new: State, _ change: inout ShownChange) {
    for (key, path) in paths {
      if !path.isRead {
        paths[key] = nil
      } else if path.differs(value, new) {
        // Being told ends an observation; who reads again is registered anew.
        paths[key] = nil
        change.will.append(path.willChange)
        change.did.append(path.didChange)
      }
    }
    for (key, child) in children where !child.stage(value, new, &change) { children[key] = nil }
    change.assign.append { self.value = new }
  }
}

/// A change on its way to what is shown: first all are told that it comes, then all values are new at once.
@MainActor struct ShownChange {
  var will: [() -> Void] = []
  var assign: [() -> Void] = []
  var did: [() -> Void] = []

  func make() {
    for tell in will { tell() }
    for assign in assign { assign() }
    for tell in did { tell() }
  }
}

/// A part of a view store that somebody may hold.
@MainActor struct ShownPart<State> {
  weak var view: AnyObject?
  /// `false` when it is no longer needed.
  let stage: (_ old: State, _ new: State, inout ShownChange) -> Bool
}

/// Which part it is, and as what it is shown.
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
