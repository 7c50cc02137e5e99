import Colmeia
import ColmeiaTable
import Synchronization

/// The rows of a table whose view stores are in use.
@MainActor final class ShownRows<Row: Identifiable & Sendable, Action: Sendable>: ShownPart
where Row.ID: Sendable {
  private struct Entry {
    weak var view: ViewStore<Row, Action>?
    let shown: Shown<Row>

    @MainActor var isInUse: Bool { view != nil || shown.isRead }
  }

  private struct Ended {
    weak var view: ViewStore<Row, Action>?
  }

  private var rows: [Row.ID: Entry] = [:]
  /// The view stores of removed rows, which are found, such as while a screen slides away, but not kept.
  private var ended: [Row.ID: Ended] = [:]
  /// The newest table, which the view stores show.
  private var table: EntityTable<Row>
  private let find: () -> EntityTable<Row>
  private let released = ReleasedRows()

  init(find: @escaping () -> EntityTable<Row>) { (table, self.find) = (find(), find) }

  var count: Int { rows.count + ended.count }
  var isInUse: Bool { rows.values.contains { $0.isInUse } }

  /// Returns the view store of a row, which may have been removed, if it is still in use.
  func view(_ id: Row.ID) -> ViewStore<Row, Action>? { rows[id]?.view ?? ended[id]?.view }

  /// Returns the view store of a row, which begins with the newest state of the row.
  func view(
    of row: Row, _ root: Root, forward: @escaping (Row.ID, Action) -> Sent?
  ) -> ViewStore<Row, Action> {
    let id = row.id
    if let view = view(id) { return view }
    let shown = rows[id]?.shown ?? Shown(table[id: id] ?? row)
    let view = ViewStore<Row, Action>(shown, root, id: ViewStoreID(id), released: released) { forward(id, $0) }
    if table.contains(id: id) { rows[id] = Entry(view: view, shown: shown) } else { ended[id] = Ended(view: view) }
    return view
  }

  func stage(_ change: inout Change) -> Bool {
    let old = table
    table = find()
    if table.changeStamp != old.changeStamp {
      let changes = table.changes(since: old.changeStamp)
      // A removed row may have been added again.
      let changed = changes.map { $0.written + $0.removed.filter { !table.contains(id: $0) } }
      for id in changed ?? Array(rows.keys) + Array(ended.keys) { stageRow(id, &change) }
    }
    // At most half of the entries are unused, so that each costs a constant time.
    if released.takeCount(atLeast: (count + 1) / 2) {
      rows = rows.filter { $0.value.isInUse }
      ended = ended.filter { $0.value.view != nil }
    }
    return count > 0
  }

  private func stageRow(_ id: Row.ID, _ change: inout Change) {
    if let row = table[id: id] {
      if let view = ended.removeValue(forKey: id)?.view { rows[id] = Entry(view: view, shown: view.shown) }
      guard let entry = rows[id] else { return }
      if entry.isInUse {
        entry.shown.newest = Snapshot(row)
        entry.shown.stage(&change)
      } else {
        rows[id] = nil
      }
    } else if let view = rows.removeValue(forKey: id)?.view {
      ended[id] = Ended(view: view)
    }
  }
}

/// The number of view stores of rows that were released, on any thread.
final class ReleasedRows: Sendable {
  private let count = Atomic<Int>(0)

  func add() { count.add(1, ordering: .relaxed) }

  /// Returns whether the number has reached a limit, and begins anew in that case.
  func takeCount(atLeast limit: Int) -> Bool {
    if count.load(ordering: .relaxed) < max(limit, 1) { return false }
    count.store(0, ordering: .relaxed)
    return true
  }
}
