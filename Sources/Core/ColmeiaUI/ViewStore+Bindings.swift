import Colmeia
import ColmeiaTable

#if canImport(SwiftUI)
  import SwiftUI
#endif

extension ViewStore {
  /// Returns a binding to the value at `path`, for a control that shows and changes it. Setting the value sends an
  /// action; once the setter has returned, the binding has the new value.
  ///
  /// ```swift
  /// TextField("Name", text: form.binding(\.name, Form.Action.nameTyped))
  /// ```
  ///
  /// - Parameters:
  ///   - path: The value to show.
  ///   - embed: Returns the action for a new value.
  public func binding<Value: Equatable & Sendable>(
    _ path: KeyPath<State, Value>, _ embed: @escaping @MainActor (Value) -> Action
  ) -> ViewBinding<Value> {
    _ = self[path]  // the view that makes the binding shows the value
    return ViewBinding(get: { @MainActor in self[path] }, set: { @MainActor in self.send(embed($0)) })
  }

  /// Returns a binding that is `true` while the value at `path` isn't `nil`, for an alert or a dialog. Closing it sends
  /// `dismiss` if the value is still present.
  ///
  /// ```swift
  /// .alert("Delete?", isPresented: view.isPresented(\.question, dismiss: .cancelled)) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The optional part of the state.
  ///   - dismiss: The action to send when the alert or dialog closes.
  public func isPresented<Part>(_ path: KeyPath<State, Part?>, dismiss: Action) -> ViewBinding<Bool> {
    let isThere = { @MainActor in self.observed(path, .presence, { ($0 == nil) != ($1 == nil) }) != nil }
    _ = isThere()
    return ViewBinding(get: isThere, set: { @MainActor in if !$0, isThere() { self.send(dismiss) } })
  }

  /// Returns a binding that is `true` while the value at `path` isn't `nil`, for an alert or a dialog. An alert that
  /// closes after another one has taken its place, such as the next question, doesn't send `dismiss`.
  ///
  /// - Parameters:
  ///   - path: The optional part of the state.
  ///   - dismiss: The action to send when the alert or dialog closes.
  public func isPresented<Part: Identifiable>(
    _ path: KeyPath<State, Part?>, dismiss: Action
  ) -> ViewBinding<Bool> where Part.ID: Sendable {
    let item = item(
      { self.observed(path, .identity, { $0?.id != $1?.id }).map { ViewStoreID($0.id) } }, id: { $0 }, dismiss)
    return ViewBinding(
      get: { @MainActor in item.wrappedValue != nil }, set: { @MainActor in if !$0 { item.wrappedValue = nil } })
  }

  /// Returns a binding to the feature at `path` while it is present, for a sheet. Closing the sheet sends `dismiss` if
  /// the feature is still present.
  ///
  /// ```swift
  /// .sheet(item: view.item(\.edit, Action.edit, dismiss: .editCancelled)) { edit in EditView(edit: edit) }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The optional state of the feature.
  ///   - embed: Embeds an action of the feature in an action of this view store.
  ///   - dismiss: The action to send when the sheet closes.
  public func item<Part: Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part?>, _ embed: @escaping (PartAction) -> Action, dismiss: Action
  ) -> ViewBinding<ViewStore<Part, PartAction>?> {
    item({ self.scope(path, embed) }, id: \.id, dismiss)
  }

  /// Returns a binding to the feature at `path` while it is present, for a sheet. A feature with a different identity
  /// is a different sheet. A sheet that closes after another one has taken its place doesn't send `dismiss`.
  ///
  /// - Parameters:
  ///   - path: The optional state of the feature.
  ///   - embed: Embeds an action of the feature in an action of this view store.
  ///   - dismiss: The action to send when the sheet closes.
  public func item<Part: Identifiable & Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, Part?>, _ embed: @escaping (PartAction) -> Action, dismiss: Action
  ) -> ViewBinding<ViewStore<Part, PartAction>?> where Part.ID: Sendable {
    item({ self.scope(path, embed) }, id: \.id, dismiss)
  }

  private func item<Item>(
    _ item: @escaping @MainActor () -> Item?, id: @escaping @MainActor (Item) -> ViewStoreID, _ dismiss: Action
  ) -> ViewBinding<Item?> {
    let last = LastID(item().map(id))
    return ViewBinding(
      get: { @MainActor in
        let item = item()
        last.id = item.map(id)
        return item
      },
      set: { @MainActor in
        if $0 != nil { return }
        // A sheet that closes late must not dismiss the next one.
        self.root.display.catchUp()
        if let id = item().map(id), last.id.map({ $0 == id }) ?? true { self.send(dismiss) }
      })
  }

  /// Returns a binding to the ids of the screens in a navigation stack. Going back sends an action with the remaining
  /// ids.
  ///
  /// ```swift
  /// NavigationStack(path: view.path(\.screens, Action.wentBack)) {
  ///   RootView(…)
  ///     .navigationDestination(for: Screen.State.ID.self) { id in
  ///       if let screen = view.screen(\.screens, id, Action.screen) { ScreenView(screen: screen) }
  ///     }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The table of screens.
  ///   - embed: Returns the action for the remaining ids.
  public func path<Row: Identifiable & Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>, _ embed: @escaping @MainActor ([Row.ID]) -> Action
  ) -> ViewBinding<[Row.ID]> where Row.ID: Sendable {
    let ids = { @MainActor in Array(self.observedTable(path).ids) }
    _ = ids()
    return ViewBinding(get: ids, set: { @MainActor in if $0 != ids() { self.send(embed($0)) } })
  }
}

/// The identity of the feature or value that a binding returned last.
@MainActor private final class LastID {
  var id: ViewStoreID?
  init(_ id: ViewStoreID?) { self.id = id }
}
