import Colmeia

extension ViewStore {
  /// Returns the view store of a feature that is always present.
  ///
  /// ```swift
  /// FeedView(feed: view.scope(\.feed, Action.feed))
  /// ```
  ///
  /// The same path and types return the same view store as long as it is in use. It keeps the `embed` closure of the
  /// first call.
  ///
  /// - Parameters:
  ///   - path: The feature's state.
  ///   - embed: Embeds an action of the feature in an action of this view store.
  public func scope<Part: Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part>, _ embed: @escaping (PartAction) -> Action
  ) -> ViewStore<Part, PartAction> {
    root.display.keepUp()
    return child(path, shown.value.state[keyPath: path], nil, { $0[keyPath: path] }) { self.forward(embed($0)) }
  }

  /// Returns the view store of a feature that may be absent: an optional feature, or a case of an enum that has a
  /// property for it. An observer that reads it is notified when the feature appears or disappears, not when it
  /// changes.
  ///
  /// ```swift
  /// if let destination = view.scope(\.destination, Action.destination) {      // Destination?
  ///   if let edit = destination.scope(\.edit, DestinationAction.edit) {       // var edit: Edit.State?
  ///     EditView(edit: edit)
  ///   }
  /// }
  /// ```
  ///
  /// After the feature has disappeared, a view that still shows it, such as a sheet during its closing animation,
  /// continues to read its last state.
  ///
  /// - Parameters:
  ///   - path: The feature's optional state.
  ///   - embed: Embeds an action of the feature in an action of this view store.
  /// - Returns: The view store, or `nil` if the feature is absent.
  public func scope<Part: Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part?>, _ embed: @escaping (PartAction) -> Action
  ) -> ViewStore<Part, PartAction>? {
    observed(path, .presence, { ($0 == nil) != ($1 == nil) }).map { part in
      child(path, part, nil, { $0[keyPath: path] }) { self.forward(embed($0)) }
    }
  }

  /// Returns the view store of a feature that may be absent and has an identity. A feature with a different identity
  /// has a different view store, and an observer that reads it is notified of the replacement.
  ///
  /// After the feature has disappeared, or another one has taken its place, a view that still shows it continues to read
  /// its last state; a feature that appears later, even with the same identity, has a view store of its own. Actions that
  /// it sends after the replacement are discarded, as are the results of effects that the old feature has started.
  ///
  /// - Parameters:
  ///   - path: The feature's optional state.
  ///   - embed: Embeds an action of the feature in an action of this view store.
  /// - Returns: The view store, or `nil` if the feature is absent.
  public func scope<Part: Identifiable & Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part?>, _ embed: @escaping (PartAction) -> Action
  ) -> ViewStore<Part, PartAction>? where Part.ID: Sendable {
    observed(path, .identity, { $0?.id != $1?.id }).map { part in
      let id = part.id
      let find = { (state: State) in state[keyPath: path].flatMap { $0.id == id ? $0 : nil } }
      return child(path, part, ViewStoreID(id), find) { action in
        self.root.display.catchUp()
        return self.shown.newest.state[keyPath: path].map { $0.id == id } ?? true ? self.forward(embed(action)) : nil
      }
    }
  }

  /// Returns the view store of a part, which is the same instance as long as it is in use. It retains this view store,
  /// so that actions and changes are forwarded.
  ///
  /// - Parameter id: The identity of the part, if it has one.
  private func child<Part: Sendable, PartAction: Sendable>(
    _ path: AnyKeyPath, _ part: Part, _ id: ViewStoreID?, _ find: @escaping (State) -> Part?,
    forward: @escaping (PartAction) -> Sent?
  ) -> ViewStore<Part, PartAction> {
    let key = PartKey(
      path: path, id: id ?? ViewStoreID(0), type: ObjectIdentifier(ViewStore<Part, PartAction>.self))
    let known = shown.parts[key] as? ShownScope
    if let view = known?.view as? ViewStore<Part, PartAction> { return view }
    let part = known?.shown as? Shown<Part> ?? Shown(find(shown.newest.state) ?? part)
    let scope =
      known
      ?? ShownScope(part, hasIdentity: id != nil) { [unowned shown, unowned part] in
        guard let new = find(shown.newest.state) else { return false }
        part.newest = Snapshot(new)
        return true
      }
    if known == nil { shown.add(scope, for: key) }
    let view = ViewStore<Part, PartAction>(part, root, id: key.id, forward: forward)
    scope.view = view
    return view
  }
}
