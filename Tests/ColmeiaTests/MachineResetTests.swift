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
    var children: Children { [rows] }

    func reduce(into state: inout State, action: Int) -> Effects {
      state.count += 1
      state.rows.changeStamp += 1
      state.rows.areGone = state.count % 5 == 0
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

  /// The requests after each of a fixed sequence of inputs.
  func play(_ machine: inout Machine<Many>, _ seed: Int) -> [[MachineRequest<String>]] {
    var random = UInt64(seed)
    var open: [RequestID] = []
    return (0..<60).map { _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let drawn = Int(random >> 40)
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

  @Test func `Timers that were all removed can be scheduled again`() {
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
