import Colmeia
import ColmeiaTable

extension ViewStore {
  /// Returns the rows of a table, for a list. The view store of each row is created on demand.
  ///
  /// An observer that reads the rows is notified when rows are added, removed or moved. A change of a row notifies only
  /// the observers of that row.
  ///
  /// The view store of a row is shared by everything that shows the row with the same type of action, and keeps the
  /// `embed` closure of the first call. To show a table in two places that send different actions, embed one of them in
  /// an action type of its own.
  ///
  /// ```swift
  /// ForEach(view.rows(\.dogs, Action.dog)) { row in DogRow(dog: row.view) }
  /// ```
  public func rows<Row: Identifiable & Sendable, RowAction: Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>, _ embed: @escaping (Row.ID, RowAction) -> Action
  ) -> ViewRows<Row, RowAction> where Row.ID: Sendable {
    ViewRows(table: observedTable(path)) { self.rowView(path, $0, embed) }
  }

  /// Returns the view store of the row with this id, or `nil` if there is none. An observer that reads it is notified
  /// when rows are added, removed or moved.
  ///
  /// - Parameters:
  ///   - path: The table.
  ///   - id: The id of the row.
  ///   - embed: Embeds the row's id and its action in an action of this view store.
  public func row<Row: Identifiable & Sendable, RowAction: Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>, _ id: Row.ID, _ embed: @escaping (Row.ID, RowAction) -> Action
  ) -> ViewStore<Row, RowAction>? where Row.ID: Sendable {
    observedTable(path)[id: id].map { rowView(path, $0, embed) }
  }

  /// Returns the view store of a screen in a navigation stack. While a screen that was removed slides away, its view
  /// store is still returned, with the last state, if a view uses it.
  ///
  /// - Parameters:
  ///   - path: The table of screens.
  ///   - id: The id of the screen.
  ///   - embed: Embeds the screen's id and its action in an action of this view store.
  public func screen<Row: Identifiable & Sendable, RowAction: Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>, _ id: Row.ID, _ embed: @escaping (Row.ID, RowAction) -> Action
  ) -> ViewStore<Row, RowAction>? where Row.ID: Sendable {
    let known = shown.parts[PartKey(path, ViewStoreID(0), ShownRows<Row, RowAction>.self)] as? ShownRows<Row, RowAction>
    return row(path, id, embed) ?? known?.knownView(id)
  }

  /// Returns the view store of a part of the row with this id, such as the payload of an enum case, or `nil` if the row
  /// or the part doesn't exist. An observer that reads it is notified when either appears or disappears.
  ///
  /// ```swift
  /// if let article = view.row(\.rows, id, \.kind.article, Action.article) { ArticleView(article: article) }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The table.
  ///   - id: The id of the row.
  ///   - part: The part of the row.
  ///   - embed: Embeds the row's id and the part's action in an action of this view store.
  public func row<Row: Identifiable & Sendable, Part: Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>, _ id: Row.ID, _ part: KeyPath<Row, Part?>,
    _ embed: @escaping (Row.ID, PartAction) -> Action
  ) -> ViewStore<Part, PartAction>? where Row.ID: Sendable {
    row(path, id) { (_, action: PartOfRow<Action>) in action.embedded }?.scope(part) { PartOfRow(embed(id, $0)) }
  }

  /// Returns the view store of the screen of one kind in a navigation stack whose screens are cases of an enum.
  ///
  /// ```swift
  /// if let detail = view.screen(\.screens, id, \.content.detail, Action.detail) { DetailView(detail: detail) }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The table of screens.
  ///   - id: The id of the screen.
  ///   - part: The state of a screen of this kind in a row, `nil` in any other row.
  ///   - embed: Embeds the screen's id and its action in an action of this view store.
  public func screen<Row: Identifiable & Sendable, Part: Sendable, PartAction: Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>, _ id: Row.ID, _ part: KeyPath<Row, Part?>,
    _ embed: @escaping (Row.ID, PartAction) -> Action
  ) -> ViewStore<Part, PartAction>? where Row.ID: Sendable {
    screen(path, id) { (_, action: PartOfRow<Action>) in action.embedded }?.scope(part) { PartOfRow(embed(id, $0)) }
  }

  func observedTable<Row: Identifiable & Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>
  ) -> EntityTable<Row> {
    observe(path, .identity) { !$0.hasSameIDs(as: $1) }
    return read(path)
  }

  /// Returns the view store of a row. All retained rows of a table are one part, which checks only the changed rows.
  private func rowView<Row: Identifiable & Sendable, RowAction: Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>, _ row: Row, _ embed: @escaping (Row.ID, RowAction) -> Action
  ) -> ViewStore<Row, RowAction> where Row.ID: Sendable {
    let key = PartKey(path, ViewStoreID(0), ShownRows<Row, RowAction>.self)
    if let rows = shown.parts[key] as? ShownRows<Row, RowAction> {
      return rows.view(of: row, catchUp) { self.forward(embed($0, $1)) }
    }
    let property = ShownProperty(path)
    let rows = ShownRows<Row, RowAction>(property.value(in: shown.newest.place)) { property.value(in: $0.place) }
    shown.add(rows, for: key)
    return rows.view(of: row, catchUp) { self.forward(embed($0, $1)) }
  }
}

/// An action of a part of a row, already embedded. It has a type of its own, so that these view stores of rows aren't
/// mistaken for those that embed their actions themselves.
private struct PartOfRow<Action: Sendable>: Sendable {
  let embedded: Action
  init(_ embedded: Action) { self.embedded = embedded }
}

/// The rows of a table whose view stores are in use.
@MainActor final class ShownRows<Row: Identifiable & Sendable, RowAction: Sendable>: ShownPart
where Row.ID: Sendable {
  private struct Held {
    weak var view: ViewStore<Row, RowAction>?
    let shown: ShownState

    @MainActor var isInUse: Bool { view != nil || shown.isRead }
  }

  private var held: [Row.ID: Held] = [:]
  /// The newest table, which the view stores show.
  private var table: EntityTable<Row>
  private let find: (ShownValue) -> EntityTable<Row>
  /// The number of entries at which unused entries are removed.
  private var limit = 64

  init(_ table: EntityTable<Row>, find: @escaping (ShownValue) -> EntityTable<Row>) {
    self.table = table
    self.find = find
  }

  var count: Int { held.count }
  var isInUse: Bool { held.values.contains { $0.isInUse } }

  /// Returns the view store of a row, which may have been removed, if it is still in use.
  func knownView(_ id: Row.ID) -> ViewStore<Row, RowAction>? { held[id]?.view }

  /// Returns the view store of a row, which begins with the newest state of the row.
  func view(
    of row: Row, _ catchUp: @escaping () -> Void, forward: @escaping (Row.ID, RowAction) -> Sent?
  ) -> ViewStore<Row, RowAction> {
    let known = held[row.id]
    if let view = known?.view { return view }
    let shown = known?.shown ?? ShownState(ShownCopy(table[id: row.id] ?? row))
    let view = ViewStore<Row, RowAction>(shown, id: ViewStoreID(row.id), catchUp) { [id = row.id] in forward(id, $0) }
    held[row.id] = Held(view: view, shown: shown)
    if held.count >= limit {
      held = held.filter { $0.value.isInUse }
      limit = max(64, 2 * held.count)
    }
    return view
  }

  func stage(_ new: ShownValue, _ change: inout ShownChange) -> Bool {
    let old = table
    table = find(new)
    if table.changeStamp == old.changeStamp { return true }
    if let changes = table.changes(since: old.changeStamp) {
      for id in changes.written + changes.removed { stageRow(id, &change) }
    } else {
      for id in Array(held.keys) { stageRow(id, &change) }
    }
    return !held.isEmpty
  }

  private func stageRow(_ id: Row.ID, _ change: inout ShownChange) {
    guard let row = held[id] else { return }
    if !row.isInUse {
      held[id] = nil
    } else if let copy = table[id: id].map(ShownCopy.init), !row.shown.newest.hasBytes(of: copy.place) {
      row.shown.stage(copy, &change)
    }
  }
}

/// The rows of a table, with a view store for each; see ``ViewStore/rows(_:_:)``.
public struct ViewRows<Row: Identifiable & Sendable, RowAction: Sendable>: RandomAccessCollection
where Row.ID: Sendable {
  let table: EntityTable<Row>
  let make: @MainActor (Row) -> ViewStore<Row, RowAction>

  /// The first index, which is 0.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { table.count }

  /// The row at a position.
  ///
  /// - Complexity: O(log *n*).
  public subscript(position: Int) -> ViewRow<Row, RowAction> { ViewRow(row: table[position], make: make) }
}

/// One row of a list.
public struct ViewRow<Row: Identifiable & Sendable, RowAction: Sendable>: Identifiable where Row.ID: Sendable {
  let row: Row
  let make: @MainActor (Row) -> ViewStore<Row, RowAction>

  /// The id of the row.
  public var id: Row.ID { row.id }

  /// The view store of the row. It is the same instance as long as it is in use.
  @MainActor public var view: ViewStore<Row, RowAction> { make(row) }
}
