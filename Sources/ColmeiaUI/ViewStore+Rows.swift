import Colmeia
import ColmeiaTable

extension ViewStore {
  /// Returns the rows of a table, for a list. The view store of each row is created on demand.
  ///
  /// An observer that reads the rows is notified when rows are added, removed or moved. A change of a row notifies only
  /// the observers of that row.
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

  func observedTable<Row: Identifiable & Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>
  ) -> EntityTable<Row> {
    observe(PathKey(path, .identity)) { !$0[keyPath: path].hasSameIDs(as: $1[keyPath: path]) }
    return value[keyPath: path]
  }

  /// Returns the view store of a row. All retained rows of a table are one child, which checks only the changed rows.
  private func rowView<Row: Identifiable & Sendable, RowAction: Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>, _ row: Row, _ embed: @escaping (Row.ID, RowAction) -> Action
  ) -> ViewStore<Row, RowAction> where Row.ID: Sendable {
    let key = ChildKey(path, ViewStoreID(0), HeldRows<Row, RowAction>.self)
    var held = children[key]?.view as? HeldRows<Row, RowAction>
    if held == nil {
      let rows = HeldRows<Row, RowAction>()
      held = rows
      children[key] = ShownPart(view: rows) { [rows] old, new, change in
        rows.stage(old[keyPath: path], new[keyPath: path], &change)
        return !rows.views.isEmpty
      }
    }
    if let known = held?.views[row.id]?.view { return known }
    let view = ViewStore<Row, RowAction>(row, id: ViewStoreID(row.id)) { [id = row.id] in self.forward(embed(id, $0)) }
    held?.add(view, row.id)
    return view
  }
}

/// The rows of a table whose view stores are in use.
@MainActor final class HeldRows<Row: Identifiable & Sendable, RowAction: Sendable> where Row.ID: Sendable {
  struct Held { weak var view: ViewStore<Row, RowAction>? }

  private(set) var views: [Row.ID: Held] = [:]
  /// The number of entries at which unused entries are removed.
  private var limit = 64

  func add(_ view: ViewStore<Row, RowAction>, _ id: Row.ID) {
    views[id] = Held(view: view)
    if views.count < limit { return }
    views = views.filter { $0.value.view != nil }
    limit = max(64, 2 * views.count)
  }

  func stage(_ old: EntityTable<Row>, _ new: EntityTable<Row>, _ change: inout ShownChange) {
    for id in new.changes(since: old.changeStamp)?.map(\.id) ?? Array(views.keys) {
      guard let held = views[id] else { continue }
      guard let view = held.view else {
        views[id] = nil
        continue
      }
      if let row = new[id: id] { view.stage(row, &change) }
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
