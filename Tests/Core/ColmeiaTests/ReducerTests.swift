import Colmeia
import TestSupport
import Testing

@Suite struct ReducerTests {
  struct Counter: Reducer {
    enum Effect: Equatable, Sendable { case save(Int) }
    typealias State = Int
    typealias Action = Int
    func reduce(into state: inout Int, action: Int) -> Effects {
      state += action
      return .run(.save(state))
    }
  }

  @Test func `reduced(_:_:) returns the new state and the effects`() {
    let (state, effects) = Counter().reduced(3, 4)
    #expect(state == 7)
    #expect(effects == .run(.save(7)))
  }
}

@Suite struct UnnamedIDTests {
  /// Returns the effects that it is sent.
  struct Echo: Reducer {
    struct State: Sendable {}
    typealias Action = EffectList<Int, Never>
    typealias Effect = Int
    func reduce(into state: inout State, action: Action) -> Effects { action }
  }

  private static func requests(_ effects: EffectList<Int, Never>...) -> [String] {
    var machine = Machine(Echo.State(), Echo())
    for effects in effects { machine.send(effects) }
    return machine.requests.map { request in
      switch request {
      case .start(_, let effect): "start \(effect)"
      case .startTimer(_, let delay): "timer \(delay)"
      case .report(.unnamedID): "unnamed"
      default: "\(request)"
      }
    }
  }

  @Test func `An unnamed id with a policy is reported, and its effect runs without the policy`() {
    #expect(
      Self.requests(.run(1, id: "", .replace), .run(2, id: "", .keep)) == ["unnamed", "start 1", "unnamed", "start 2"])
    #expect(Self.requests(.run(1, id: "", .concurrent, .throttle(.seconds(1)))) == ["unnamed", "start 1"])
    #expect(Self.requests(.run(1, id: "", .queue, .debounce(.seconds(1)))) == ["unnamed", "timer 1.0 seconds"])
  }

  @Test func `An unnamed id without a policy counts as no id`() {
    #expect(
      Self.requests(.run(1, id: ""), .run(2, id: "", .concurrent, .after(.seconds(1)))) == [
        "start 1", "timer 1.0 seconds",
      ])
  }

  @Test func `Cancelling an unnamed id is reported, and cancels nothing`() {
    #expect(Self.requests(.run(1), .cancel("")) == ["start 1", "unnamed"])
  }
}
