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
    row(path, id, embed) ?? shownRows(path)?.view(id)
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
    observed(path, .identity, { $0.changeStamp != $1.changeStamp && !$0.hasSameIDs(as: $1) })
  }

  private func rowView<Row: Identifiable & Sendable, RowAction: Sendable>(
    _ path: KeyPath<State, EntityTable<Row>>, _ row: Row, _ embed: @escaping (Row.ID, RowAction) -> Action
  ) -> ViewStore<Row, RowAction> where Row.ID: Sendable {
    let known: ShownRows<Row, RowAction>? = shownRows(path)
    let rows = known ?? ShownRows { [unowned shown] in shown.newest.state[keyPath: path] }
    if known == nil {
      let type = ObjectIdentifier(ShownRows<Row, RowAction>.self)
      shown.add(rows, for: PartKey(path: path, id: ViewStoreID(0), type: type))
    }
    return rows.view(of: row, root) { self.forward(embed($0, $1)) }
  }

  private func shownRows<Row, RowAction>(_ path: KeyPath<State, EntityTable<Row>>) -> ShownRows<Row, RowAction>? {
    let type = ObjectIdentifier(ShownRows<Row, RowAction>.self)
    return shown.parts[PartKey(path: path, id: ViewStoreID(0), type: type)] as? ShownRows<Row, RowAction>
  }
}

/// An action of a part of a row, already embedded. It has a type of its own, so that these view stores of rows aren't
/// mistaken for those that embed their actions themselves.
private struct PartOfRow<Action: Sendable>: Sendable {
  let embedded: Action
  init(_ embedded: Action) { self.embedded = embedded }
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
