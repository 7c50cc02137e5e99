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
    child(path, read(path), ViewStoreID(0), { self.forward(embed($0)) }) { ShownCopy(at: $0) }
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
    observe(path, .presence) { ($0 == nil) != ($1 == nil) }
    return read(path).map { part in
      child(path, part, ViewStoreID(0), { self.forward(embed($0)) }) { $0.pointee.map(ShownCopy.init) }
    }
  }

  /// Returns the view store of a feature that may be absent and has an identity. A feature with a different identity
  /// has a different view store, and an observer that reads it is notified of the replacement.
  ///
  /// After another feature has taken its place, a view that still shows the old one continues to read its last state.
  /// Actions that it sends are discarded, as are the results of effects that the old feature has started.
  ///
  /// - Parameters:
  ///   - path: The feature's optional state.
  ///   - embed: Embeds an action of the feature in an action of this view store.
  /// - Returns: The view store, or `nil` if the feature is absent.
  public func scope<Part: Identifiable & Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part?>, _ embed: @escaping (PartAction) -> Action
  ) -> ViewStore<Part, PartAction>? where Part.ID: Sendable {
    observe(path, .identity) { $0?.id != $1?.id }
    return read(path).map { part in
      let id = part.id
      let forward = { (action: PartAction) in
        self.catchUp()
        return self.read(path, newest: true).map { $0.id == id } ?? true ? self.forward(embed(action)) : nil
      }
      return child(path, part, ViewStoreID(id), forward) { $0.pointee.flatMap { $0.id == id ? ShownCopy($0) : nil } }
    }
  }

  /// Returns the view store of a part, which is the same instance as long as it is in use. It retains this view store,
  /// so that actions and changes are forwarded.
  private func child<Value, Part: Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Value>, _ part: Part, _ id: ViewStoreID, _ forward: @escaping (PartAction) -> Sent?,
    copy: @escaping (UnsafePointer<Value>) -> ShownCopy<Part>?
  ) -> ViewStore<Part, PartAction> {
    let key = PartKey(path, id, ViewStore<Part, PartAction>.self)
    let known = shown.parts[key] as? ShownScope
    if let view = known?.view as? ViewStore<Part, PartAction> { return view }
    let scope = known ?? newScope(path, part, copy)
    if known == nil { shown.add(scope, for: key) }
    let view = ViewStore<Part, PartAction>(scope.shown, id: id, catchUp, forward: forward)
    scope.view = view
    return view
  }

  private func newScope<Value, Part: Sendable>(
    _ path: KeyPath<State, Value>, _ part: Part, _ copy: @escaping (UnsafePointer<Value>) -> ShownCopy<Part>?
  ) -> ShownScope {
    let property = ShownProperty(path)
    let copy = { property.withValue(in: $0, copy) }
    return ShownScope(ShownState(copy(shown.newest.place) ?? ShownCopy(part)), at: property.offset, copy: copy)
  }
}
