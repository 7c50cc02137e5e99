import Testing

@testable import Colmeia

/// A slot of the table serves many effects, one after the other; none may notice.
@Suite struct RecycledSlotTests {
  struct Forward: Reducer {
    typealias Effect = String
    typealias State = Int
    typealias Action = EffectList<String, Never>
    func reduce(into state: inout Int, action: EffectList<String, Never>) -> Effects { action }
  }

  @Test(arguments: [Policy.concurrent, .replace, .keep, .queue])
  func `A delayed effect without an id does not have the policy of its slot's last user`(policy: Policy) {
    for scope in [EffectScope.root, EffectScope("child")] {
      var machine = Machine(0, Forward())
      machine.table.childrenOfRoot = nil
      machine.send(lift(.run("beside"), in: scope))
      machine.send(.run("last user", id: "x", policy, .after(.seconds(1))) + .cancel("x"))
      machine.send(lift(.run("late", after: .seconds(1)), in: scope))
      #expect((machine.table.slots.count) == 2)
      let timers = machine.requests.compactMap { if case .startTimer(let id, _) = $0 { id } else { nil } }
      machine.requests.removeAll()
      for timer in timers { machine.fire(timer) }
      let started = machine.requests.compactMap { if case .start(_, let effect) = $0 { effect } else { nil } }
      #expect(started == ["late"])
      #expect(machine.requests.count == 1)
    }
  }

  func lift(_ effects: Forward.Effects, in scope: EffectScope) -> Forward.Effects {
    effects.lift(in: scope.keys, Int.self)
  }
}
