import Testing

@testable import Colmeia

/// Tests that the effects that use a slot of the table one after the other don't affect each other.
@Suite struct RecycledSlotTests {
  @Test(arguments: Policy.allCases)
  func `A delayed effect without an id does not inherit the policy of the slot's last effect`(policy: Policy) {
    for scope: [ScopeKey] in [[], ["rows", 1]] {
      var machine = Machine(ScriptedFeature.State(), ScriptedFeature())
      func send(_ effects: ScriptedFeature.Effects, in scope: [ScopeKey] = []) {
        machine.send(ScriptedFeature.Action(effects: effects.lift(in: scope)))
      }
      send(.run("beside"), in: scope)
      send(.run("last user", id: "x", policy, .after(.seconds(1))) + .cancel("x"))
      send(.run("late", after: .seconds(1)), in: scope)
      #expect((machine.table.slots.count) == 2)
      let timers = machine.requests.compactMap { if case .startTimer(let id, _) = $0 { id } else { nil } }
      machine.requests.removeAll()
      for timer in timers { machine.fire(timer) }
      let started = machine.requests.compactMap { if case .start(_, let effect) = $0 { effect } else { nil } }
      #expect(started == ["late"])
      #expect(machine.requests.count == 1)
    }
  }
}
