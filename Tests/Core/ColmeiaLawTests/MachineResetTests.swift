import ColmeiaBase
import TestSupport
import Testing

@testable import Colmeia

@Suite struct MachineResetTests {
  struct Many: Reducer {
    struct State: Equatable, Sendable {
      var count: Int
      var rows = ScriptedRows()
    }
    typealias Effect = String
    typealias Action = Int
    let rows = ChildRows(\State.rows, ScriptedRow(), { (_, _: Never) -> Int in }, { $1 })

    func reduce(into state: inout State, action: Int) -> Effects {
      state.count += 1
      state.rows.changeStamp += 1
      state.rows.areRemoved = state.count % 5 == 0
      let effect = "\(action)"
      switch action % 7 {
      case 0: return .run(effect, id: "a", .replace)
      case 1: return .run(effect, id: "b", .queue)
      case 2: return .run(effect, id: "c", .concurrent, .debounce(.seconds(1)))
      case 3: return .run(effect, id: "d", .keep, .throttle(.seconds(1)))
      case 4: return Effects.run(effect, id: "e", .replace).lift(in: "rows", .number(action % 900))
      case 5: return .cancel("b")
      default: return [.run(effect), .run(effect, after: .seconds(2)), Effects.cancelAll.lift(in: "rows")]
      }
    }
    func longLived(in state: State) -> LongLivedEffects<String> {
      state.count % 3 == 0 ? .running("\(state.count)", id: "l") : .none
    }
  }

  /// A feature whose children have long-lived effects. One child is optional, and two have an identity.
  struct Nested: Reducer {
    struct State: Equatable, Sendable {
      var always = Part.State(id: 0)
      var perhaps: Part.State?
      var one = Many.State(count: 0)
    }
    typealias Action = Int
    typealias Effect = String
    struct Part: Reducer {
      struct State: Equatable, Sendable, Identifiable {
        var id: Int
        var isOn = true
      }
      typealias Action = Never
      typealias Effect = String
      func reduce(into state: inout State, action: Never) -> Effects {}
      func longLived(in state: State) -> LongLivedEffects<String> {
        state.isOn ? .running("\(state.id)", id: "on") : .none
      }
    }
    let always = Child(\State.always, Part(), { (_: Never) -> Int in }, { $0 })
    let perhaps = Child(\State.perhaps, Part(), { (_: Never) -> Int in }, { $0 })
    let one = Child(\State.one, Many(), { $0 }, { $0 })

    func reduce(into state: inout State, action: Int) -> Effects {
      state.always.isOn = action % 2 == 0
      state.perhaps = action % 5 == 0 ? nil : Part.State(id: action % 3, isOn: action % 7 > 0)
      return one.reduce(&state, action)
    }
  }

  /// Returns the requests after each input of a reproducible sequence.
  func play<R: Reducer>(_ machine: inout Machine<R>, _ seed: Int) -> [[MachineRequest<String>]]
  where R.Action == Int, R.Effect == String {
    var random = SplitMix(state: UInt64(seed))
    var open: [RequestID] = []
    return (0..<60).map { _ in
      let drawn = Int(random.next() >> 40)
      if drawn % 3 == 0 || open.isEmpty {
        machine.send(drawn / 3)
      } else {
        let id = open.remove(at: drawn % open.count)
        machine.fire(id)
        machine.answer(id, drawn / 3)
      }
      let requests = machine.requests
      machine.requests.removeAll()
      for case .start(let id, _) in requests { open.append(id) }
      for case .startTimer(let id, _) in requests { open.append(id) }
      return requests
    }
  }

  @Test func `A machine that was reset equals a new one`() {
    var used = Machine(Many.State(count: 0), Many())
    for seed in 0..<50 {
      var fresh = Machine(Many.State(count: seed), Many())
      used.reset(to: Many.State(count: seed))
      #expect(used.requests == fresh.requests)
      #expect(play(&used, seed) == play(&fresh, seed))
      #expect(used.state == fresh.state)
      #expect(used.sequence == fresh.sequence)
      #expect(used.pending == fresh.pending)
      if seed % 10 == 0 { used.shutDown() }
    }
  }

  @Test func `Nested features retain nothing after a reset`() {
    var used = Machine(Nested.State(), Nested())
    for seed in 0..<50 {
      let state = Nested.State(perhaps: seed % 2 == 0 ? nil : .init(id: seed % 4), one: Many.State(count: seed))
      var fresh = Machine(state, Nested())
      used.reset(to: state)
      #expect(used.requests == fresh.requests)
      #expect(play(&used, seed) == play(&fresh, seed))
      #expect(used.state == fresh.state)
      #expect(used.pending == fresh.pending)
    }
  }

  @Test func `An error in the declarations is reported after each reset`() {
    struct Doubled: Reducer {
      typealias State = Many.State
      typealias Action = Int
      typealias Effect = String
      let rows = ChildRows(\State.rows, ScriptedRow(), { (_, _: Never) -> Int in }, { $1 })
      let others = ChildRows(\State.rows, ScriptedRow(), { (_, _: Never) -> Int in }, { $1 })
      func reduce(into state: inout State, action: Int) -> Effects { .none }
    }
    var machine = Machine(Many.State(count: 0), Doubled())
    for _ in 0..<3 {
      #expect(machine.requests == [.report(.duplicateChild("rows", parent: "Doubled"))])
      machine.reset(to: Many.State(count: 0))
    }
  }

  @Test func `The id of a permanent feature is kept for later use, and the id of a row is not`() {
    var machine = Machine(Many.State(count: 0), Many())
    machine.send(0)
    let kept = machine.table.scopes.all[0].ids["a"]
    for case .start(let id, _) in machine.requests { machine.finish(id) }
    #expect(kept != nil && machine.table.scopes.all[0].ids["a"] == kept)
    machine.requests = []
    machine.send(4)
    for case .start(let id, _) in machine.requests { machine.finish(id) }
    #expect(machine.pending == 0 && machine.table.heldIDs.count == 1)
  }

  @Test func `Timers can be scheduled again after all of them were removed`() {
    var timers = Timers()
    let id = RequestID(number: 1, slot: 0)
    timers.schedule(id, at: .seconds(1))
    timers.removeAll()
    #expect(timers.isEmpty)
    #expect(timers.deadline(of: id) == nil)
    timers.schedule(id, at: .seconds(2))
    #expect(timers.nextDeadline == .seconds(2))
  }
}
