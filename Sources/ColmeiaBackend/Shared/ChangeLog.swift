/// What was done to a table since it was last asked, if anybody wants to know.
///
/// It is no part of what the table is: tables with different logs are equal, and a log is neither written nor read. Unless
/// it is kept it stays empty and costs a comparison; who keeps it takes the changes after each action.
struct ChangeLog<Change: Sendable>: Sendable, Equatable {
  private var changes: [Change] = []
  /// Whether anybody wants to know.
  var isKept = false

  init() {}

  /// Notes what was done, behind what was done before.
  mutating func note(_ change: @autoclosure () -> Change) { if isKept { changes.append(change()) } }

  /// What was done since this was last called, in order.
  mutating func take() -> [Change] {
    if changes.isEmpty { return [] }
    defer { changes = [] }
    return changes
  }

  static func == (left: Self, right: Self) -> Bool { true }
}
