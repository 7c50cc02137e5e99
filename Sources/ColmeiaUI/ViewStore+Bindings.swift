import Colmeia
import ColmeiaTable

#if canImport(SwiftUI)
  import SwiftUI
#endif

extension ViewStore {
  /// The value at `path`, for a control that shows and sets it. Setting it sends the action; when that has
  /// returned, the binding reads the new value.
  ///
  /// ```swift
  /// TextField("Name", text: form.binding(\.name, Form.Action.nameTyped))
  /// ```
  ///
  /// - Parameters:
  ///   - path: The value to show.
  ///   - embed: The action for a new value.
  public func binding<Value: Equatable & Sendable>(
    _ path: KeyPath<State, Value>, _ embed: @escaping @MainActor (Value) -> Action
  ) -> ViewBinding<Value> {
    _ = self[dynamicMember: path]  // the view that makes the binding shows the value
    return ViewBinding(get: { @MainActor in self[dynamicMember: path] }, set: { @MainActor in self.send(embed($0)) })
  }

  /// Whether there is something at `path`, for an alert or a dialog. Closing it sends `dismiss`, if it is still there.
  ///
  /// ```swift
  /// .alert("Delete?", isPresented: view.isPresented(\.question, dismiss: .cancelled)) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The optional part of the state.
  ///   - dismiss: The action that is sent when the alert or the dialog closes.
  public func isPresented<Part>(_ path: KeyPath<State, Part?>, dismiss: Action) -> ViewBinding<Bool> {
    let isThere = { @MainActor in
      self.observe(PathKey(path, .presence)) { ($0[keyPath: path] == nil) != ($1[keyPath: path] == nil) }
      return self.value[keyPath: path] != nil
    }
    _ = isThere()
    return ViewBinding(get: isThere, set: { @MainActor in if !$0, isThere() { self.send(dismiss) } })
  }

  /// The feature at `path` while it is there, for a sheet. Closing the sheet sends `dismiss`, if the feature is still
  /// there.
  ///
  /// ```swift
  /// .sheet(item: view.item(\.edit, Action.edit, dismiss: .editCancelled)) { edit in EditView(edit: edit) }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The feature's optional state.
  ///   - embed: The action around an action of the feature.
  ///   - dismiss: The action that is sent when the sheet closes.
  public func item<Part: Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part?>, _ embed: @escaping (PartAction) -> Action, dismiss: Action
  ) -> ViewBinding<ViewStore<Part, PartAction>?> {
    item({ self.scope(path, embed) }, dismiss)
  }

  /// The feature at `path` while it is there, for a sheet. Another identity is another sheet.
  ///
  /// - Parameters:
  ///   - path: The feature's optional state.
  ///   - embed: The action around an action of the feature.
  ///   - dismiss: The action that is sent when the sheet closes.
  public func item<Part: Identifiable & Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part?>, _ embed: @escaping (PartAction) -> Action, dismiss: Action
  ) -> ViewBinding<ViewStore<Part, PartAction>?> where Part.ID: Sendable {
    item({ self.scope(path, embed) }, dismiss)
  }

  private func item<Part, PartAction>(
    _ scope: @escaping @MainActor () -> ViewStore<Part, PartAction>?, _ dismiss: Action
  ) -> ViewBinding<ViewStore<Part, PartAction>?> {
    _ = scope()
    return ViewBinding(get: scope, set: { @MainActor in if $0 == nil, scope() != nil { self.send(dismiss) } })
  }

  /// The screens of a navigation stack, by id. Going back sends what `embed` makes of the ids that are left.
  ///
  /// ```swift
  /// NavigationStack(path: view.path(\.screens, Action.wentBack)) {
  ///   RootView(…)
  ///     .navigationDestination(for: Screen.State.ID.self) { id in
  ///       if let screen = view.row(\.screens, id, Action.screen) { ScreenView(screen: screen) }
  ///     }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The table of screens.
  ///   - embed: The action for the ids that are left.
  public func path<Row: Identifiable & Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>, _ embed: @escaping @MainActor ([Row.ID]) -> Action
  ) -> ViewBinding<[Row.ID]> where Row.ID: Sendable {
    let ids = { @MainActor in Array(self.observedTable(path).ids) }
    _ = ids()
    return ViewBinding(get: ids, set: { @MainActor in if $0 != ids() { self.send(embed($0)) } })
  }
}
