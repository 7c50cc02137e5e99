import ColmeiaTable
import Testing

@testable import Colmeia

/// Rows that are removed, and added again while their effects are still stopping.
@Suite struct RemovalTests {
  struct Note: Reducer {
    struct State: Equatable, Identifiable, Sendable { let id: Int }
    enum Action: Sendable { case load(id: String) }
    enum Effect: Equatable, Sendable { case load }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .load(let id): .run(.load, id: EffectID(id))
      }
    }
  }

  struct Notes: Reducer {
    struct State: Equatable, Sendable { var all = EntityTable<Note.State>() }
    enum Action: Sendable { case add, remove, note(Note.Action), flash }
    enum Effect: Equatable, Sendable { case note(Int, Note.Effect) }
    let notes = ChildRows(\State.all, Note(), { Action.note($1) }, Effect.note, name: "notes")
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.all.upsert(Note.State(id: 7))
      case .remove: state.all.remove(id: 7)
      case .note(let action): return notes.reduce(&state, 7, action)
      case .flash:
        state.all.upsert(Note.State(id: 7))
        let effects: Effects = notes.reduce(&state, 7, .load(id: "load"))
        state.all.remove(id: 7)
        return effects
      }
      return .none
    }
  }

  /// Returns the number of effects that are started and cancelled.
  private func counts(_ actions: [Notes.Action], _ machine: inout Machine<Notes>) -> [Int] {
    machine.requests = []
    for action in actions { machine.send(action) }
    let starts = machine.requests.count { if case .start = $0 { true } else { false } }
    let cancellations = machine.requests.count { if case .cancel = $0 { true } else { false } }
    return [starts, cancellations]
  }

  @Test(arguments: ["load", ""])
  func `An effect of a row that was added again is cancelled, or never begins`(id: String) {
    var machine = Machine(Notes.State(), Notes())
    for _ in 0..<3 {
      #expect(counts([.add, .note(.load(id: id)), .remove], &machine) == [1, 1])
      #expect(counts([.flash], &machine) == [0, 0])
    }
    #expect(machine.pending == 3, "none has stopped yet")
  }

  struct Player: Reducer {
    struct State: Equatable, Identifiable, Sendable { let id: Int }
    enum Action: Sendable {}
    enum Effect: Equatable, Sendable { case play }
    func reduce(into state: inout State, action: Action) -> Effects {}
    func longLived(in state: State) -> LongLivedEffects<Effect> { .running(.play, id: "play") }
  }

  struct Players: Reducer {
    struct State: Equatable, Sendable { var all = EntityTable([Player.State(id: 0)]) }
    enum Action: Sendable { case add(Int), remove(Int) }
    enum Effect: Equatable, Sendable { case player(Int, Player.Effect) }
    let players = ChildRows(
      \State.all, Player(), { (_, _: Player.Action) -> Action in }, Effect.player, name: "players")
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add(let id): state.all.upsert(Player.State(id: id))
      case .remove(let id): state.all.remove(id: id)
      }
      return .none
    }
  }

  @Test func `Long-lived effects that wait for room are forgotten when their rows are removed`() {
    var machine = Machine(Players.State(), Players(), effectLimit: 1)
    machine.send(.add(1))
    for id in 2..<100 {
      machine.send(.add(id))
      machine.send(.remove(id))
    }
    #expect(machine.table.refused.count <= 2)
  }
}
