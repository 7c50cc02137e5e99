import Testing

@testable import Colmeia

@Suite struct MachineResetTests {
  struct Many: Reducer {
    typealias Effect = Int
    typealias State = Int
    typealias Action = Int
    func reduce(into state: inout Int, action: Int) -> Effects {
      state += 1
      switch action % 7 {
      case 0: return .run(action, id: "a", .replace)
      case 1: return .run(action, id: "b", .queue)
      case 2: return .run(action, id: "c", .concurrent, .debounce(.seconds(1)))
      case 3: return .run(action, id: "d", .keep, .throttle(.seconds(1)))
      case 4: return child(.run(action, id: "e", .replace), ["row", ScopeKey.number(action)])
      case 5: return .cancel("b")
      default: return [.run(action), .run(action, after: .seconds(2)), child(.cancelAll, ["row"])]
      }
    }
    func longLived(in state: Int) -> LongLivedEffects<Int> {
      state % 3 == 0 ? .running(state, id: "l") : .none
    }
    func child(_ effects: Effects, _ way: [ScopeKey]) -> Effects {
      effects.lift(in: way, Int.self) { state, _ in state % 5 != 0 }
    }
  }

  /// The requests after each of a fixed sequence of inputs.
  func play(_ machine: inout Machine<Many>, _ seed: Int) -> [[Request<Int>]] {
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
    var used = Machine(0, Many())
    used.table.childrenOfRoot = nil
    for seed in 0..<50 {
      var fresh = Machine(seed, Many())
      fresh.table.childrenOfRoot = nil
      used.reset(to: seed)
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
