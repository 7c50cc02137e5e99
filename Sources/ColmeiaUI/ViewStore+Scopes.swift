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
    child(path, value[keyPath: path], ViewStoreID(0), embed) { $0[keyPath: path] }
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
    observe(PathKey(path, .presence)) { ($0[keyPath: path] == nil) != ($1[keyPath: path] == nil) }
    guard let part = value[keyPath: path] else { return nil }
    return child(path, part, ViewStoreID(0), embed) { $0[keyPath: path] }
  }

  /// Returns the view store of a feature that may be absent and has an identity. A feature with a different identity
  /// has a different view store, and an observer that reads it is notified of the replacement.
  ///
  /// - Parameters:
  ///   - path: The feature's optional state.
  ///   - embed: Embeds an action of the feature in an action of this view store.
  /// - Returns: The view store, or `nil` if the feature is absent.
  public func scope<Part: Identifiable & Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part?>, _ embed: @escaping (PartAction) -> Action
  ) -> ViewStore<Part, PartAction>? where Part.ID: Sendable {
    observe(PathKey(path, .identity)) { $0[keyPath: path]?.id != $1[keyPath: path]?.id }
    guard let part = value[keyPath: path] else { return nil }
    let id = part.id
    return child(path, part, ViewStoreID(id), embed) { state in
      state[keyPath: path].flatMap { $0.id == id ? $0 : nil }
    }
  }

  /// Returns the view store of a part, which is the same instance as long as it is in use. It retains this view store,
  /// so that actions and changes are forwarded.
  func child<Part: Sendable, PartAction: Sendable>(
    _ path: AnyKeyPath, _ part: Part, _ id: ViewStoreID, _ embed: @escaping (PartAction) -> Action,
    find: @escaping (State) -> Part?
  ) -> ViewStore<Part, PartAction> {
    let key = ChildKey(path, id, ViewStore<Part, PartAction>.self)
    if let known = children[key]?.view as? ViewStore<Part, PartAction> { return known }
    let child = ViewStore<Part, PartAction>(part, id: id) { self.forward(embed($0)) }
    children[key] = ShownPart(view: child) { [weak child] _, new, change in
      guard let child else { return false }
      if let part = find(new) { child.stage(part, &change) }
      return true
    }
    return child
  }
}
