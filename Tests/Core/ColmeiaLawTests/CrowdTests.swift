import TestSupport
import Testing

@testable import Colmeia

/// Tests many ids or children at the same time, and many effects one after the other.
@Suite(.long) struct CrowdTests {
  /// Sizes below and above the limit of a linear search, and much larger ones.
  static let sizes = [15, 16, 17, 40, 100]

  @Test(arguments: sizes)
  func `Law 4: each of many ids in one scope is found, kept apart and cancelled individually`(count: Int) {
    var machine = Machine(ScriptedFeature.State(), ScriptedFeature())
    let order = (0..<count).map { $0 * 7 % count }.reduce(into: [Int]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    for name in 0..<count { machine.send(ScriptedFeature.Action(effects: .run("A", id: EffectID("\(name)")))) }
    let started = machine.requests
    for name in 0..<count {
      machine.send(ScriptedFeature.Action(effects: .run("B", id: EffectID("\(name)"), .keep)))
    }
    #expect(machine.requests.count == count, "each id is occupied")
    machine.requests.removeAll()
    for name in order { machine.send(ScriptedFeature.Action(effects: .cancel(EffectID("\(name)")))) }
    let ids = started.compactMap { if case .start(let id, _) = $0 { id } else { nil } }
    #expect(machine.requests == order.map { .cancel(ids[$0]) })
    #expect(machine.table.brokenInvariant() == nil)
    for id in ids.reversed() { machine.finish(id) }
    #expect(machine.table.isBlank == true)
  }

  @Test(arguments: sizes)
  func `Law 4: each of many children is found, and the effects of a removed one are cancelled`(count: Int) {
    var machine = Machine(ScriptedFeature.State(), ScriptedFeature())
    for row in 0..<count {
      machine.send(
        ScriptedFeature.Action(effects: ScriptedFeature.Effects.run("A", id: "x").lift(in: "rows", .number(row))))
      machine.send(ScriptedFeature.Action(effects: ScriptedFeature.Effects.run("B").lift(in: "rows", .number(row))))
    }
    let ids = machine.requests.compactMap { if case .start(let id, _) = $0 { id } else { nil } }
    machine.requests.removeAll()
    #expect(machine.table.brokenInvariant() == nil)
    machine.send(ScriptedFeature.Action(remove: "rows/\(count / 2)"))
    #expect(machine.requests == [.cancel(ids[count / 2 * 2]), .cancel(ids[count / 2 * 2 + 1])])
    machine.requests.removeAll()
    machine.send(
      ScriptedFeature.Action(effects: ScriptedFeature.Effects.cancelAll.lift(in: "rows", .number(count - 1))))
    #expect(machine.requests == [.cancel(ids[count * 2 - 2]), .cancel(ids[count * 2 - 1])])
    machine.requests.removeAll()
    machine.send(ScriptedFeature.Action(effects: ScriptedFeature.Effects.cancelAll.lift(in: "rows")))
    #expect(machine.requests.count == 2 * count - 4)
    #expect(machine.table.brokenInvariant() == nil)
    for id in ids { machine.finish(id) }
    #expect(machine.table.isBlank == true)
  }

  @Test(arguments: Policy.allCases)
  func `The tables do not grow with effects that start and finish`(policy: Policy) {
    var machine = Machine(ScriptedFeature.State(), ScriptedFeature())
    let action = ScriptedFeature.Action(effects: ScriptedFeature.Effects.run("A", id: "x", policy).lift(in: "rows", 1))
    grow(&machine, rounds: Self.rounds) { $0.send(action) }
  }

  @Test func `The tables do not grow with effects that send nothing and are cancelled`() {
    var machine = Machine(ScriptedFeature.State(), ScriptedFeature())
    let run = ScriptedFeature.Action(
      effects: .run("A", id: "x", .queue) + .run("B", id: "y", .concurrent, .after(.seconds(1))))
    let cancel = ScriptedFeature.Action(effects: .cancel("x") + .cancel("y"))
    grow(&machine, rounds: Self.rounds) {
      $0.send(run)
      $0.send(cancel)
    }
  }

  #if DEBUG
    static let rounds = 10_000
  #else
    static let rounds = 1_000_000
  #endif

  /// Repeats a round, finishes the effects that it has started, and checks that the tables are as large as after the
  /// first rounds.
  func grow(_ machine: inout Machine<ScriptedFeature>, rounds: Int, _ round: (inout Machine<ScriptedFeature>) -> Void) {
    var slots = 0
    var ids = 0
    for count in 1...rounds {
      round(&machine)
      for request in machine.requests {
        if case .start(let id, _) = request { machine.finish(id) }
      }
      machine.requests.removeAll(keepingCapacity: true)
      if count == 10 {
        slots = machine.table.slots.count
        ids = machine.table.ids.count
      }
    }
    #expect((machine.table.slots.count) == slots)
    #expect((machine.table.ids.count) == ids)
    #expect(machine.table.isBlank == true)
  }
}
