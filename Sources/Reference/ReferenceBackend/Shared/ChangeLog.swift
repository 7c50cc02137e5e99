/// A log of the changes of a table since they were last taken.
///
/// The log isn't part of the table's value: tables with different logs are equal, and a log isn't encoded. Unless
/// ``isKept`` is `true`, it stays empty and costs one comparison per change. If it is `true`, the owner must take the
/// changes after each action.
struct ChangeLog<Change: Sendable>: Sendable, Equatable {
  private var changes: [Change] = []
  /// Whether changes are recorded.
  var isKept = false

  init() {}

  /// Appends a change.
  mutating func note(_ change: @autoclosure () -> Change) { if isKept { changes.append(change()) } }

  /// Removes and returns the changes since the last call, in order.
  mutating func take() -> [Change] {
    if changes.isEmpty { return [] }
    defer { changes = [] }
    return changes
  }

  static func == (left: Self, right: Self) -> Bool { true }
}
