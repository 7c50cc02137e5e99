import Colmeia

extension ViewStore {
  /// A feature that is always there.
  ///
  /// ```swift
  /// FeedView(feed: view.scope(\.feed, Action.feed))
  /// ```
  ///
  /// As long as somebody holds it, the same path and types give the same view store, which embeds as the first did.
  ///
  /// - Parameters:
  ///   - path: The feature's state.
  ///   - embed: The action around an action of the feature.
  public func scope<Part: Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part>, _ embed: @escaping (PartAction) -> Action
  ) -> ViewStore<Part, PartAction> {
    child(path, value[keyPath: path], ViewStoreID(0), embed) { $0[keyPath: path] }
  }

  /// A feature that may be there: an optional one, or one case of an enum that has a property for it.
  /// An observer that reads this is told when the feature comes or goes, not when it changes.
  ///
  /// ```swift
  /// if let destination = view.scope(\.destination, Action.destination) {      // Destination?
  ///   if let edit = destination.scope(\.edit, DestinationAction.edit) {       // var edit: Edit.State?
  ///     EditView(edit: edit)
  ///   }
  /// }
  /// ```
  ///
  /// When the feature has gone, a view that still shows it, such as a sheet on its way out, goes on reading
  /// its last state.
  ///
  /// - Parameters:
  ///   - path: The feature's optional state.
  ///   - embed: The action around an action of the feature.
  public func scope<Part: Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part?>, _ embed: @escaping (PartAction) -> Action
  ) -> ViewStore<Part, PartAction>? {
    observe(PathKey(path, .presence)) { ($0[keyPath: path] == nil) != ($1[keyPath: path] == nil) }
    guard let part = value[keyPath: path] else { return nil }
    return child(path, part, ViewStoreID(0), embed) { $0[keyPath: path] }
  }

  /// A feature that may be there and has an identity: another one in its place is another view store, and
  /// who reads this while being observed is told of it.
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

  /// The view store of a part, as long as somebody holds it. It holds this one, so that actions find their way and
  /// changes arrive.
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
