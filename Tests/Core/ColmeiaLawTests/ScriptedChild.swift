@testable import Colmeia

extension EffectList {
  /// Returns the effects as if a child at the end of this path had returned them, for tests without an action for the
  /// child.
  func lift(in keys: ScopeKey...) -> Self { lift(in: keys) }

  func lift(in keys: [ScopeKey]) -> Self {
    Self(
      commands.map { command in
        EffectCommand(command.operation, EffectID(command.id.name, in: EffectScope(keys + command.id.scope.keys)))
      })
  }
}

/// The child of a scripted row.
struct ScriptedPhoto: Reducer {
  struct State: Equatable, Sendable {}
  typealias Action = Never
  typealias Effect = String
  func reduce(into state: inout State, action: Never) -> Effects {}
}

/// A row whose effects are made up by the test.
struct ScriptedRow: Reducer {
  struct State: Equatable, Sendable { var photo: ScriptedPhoto.State? = ScriptedPhoto.State() }
  typealias Action = Never
  typealias Effect = String
  let photo = Child(\State.photo, ScriptedPhoto(), { (_: Never) -> Never in }, { $0 })
  func reduce(into state: inout State, action: Never) -> Effects {}
}

/// Rows that all exist and have a photo, except those that are listed as removed: `7`, `7/photo`.
struct ScriptedRows: RowCollection, Equatable {
  var removed: [String] = []
  var areRemoved = false
  var changeStamp: UInt64 = 1

  var ids: Range<Int> { 0..<1_000 }
  func changes(since stamp: UInt64) -> (written: [Int], removed: [Int])? { nil }
  subscript(id id: Int) -> ScriptedRow.State? {
    if areRemoved || removed.contains("\(id)") { return nil }
    return ScriptedRow.State(photo: removed.contains("\(id)/photo") ? nil : ScriptedPhoto.State())
  }
  mutating func withMutableRow<Result>(_ id: Int, _ body: (inout ScriptedRow.State) -> Result) -> Result? { nil }
}
