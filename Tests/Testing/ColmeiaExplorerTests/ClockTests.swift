import ColmeiaExplorer
import Testing

/// Timers fire in the order of their deadlines, and time may pass without one firing.
@Suite struct ClockTests {
  /// A banner that hides itself after a second; a second banner must get its own full second.
  struct Banner: Reducer {
    enum Action: Sendable { case show, hide }
    enum Effect: Sendable, Equatable { case wait }
    struct State: Sendable {
      var shown = 0
      var hidden = 0
    }

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .show:
        state.shown += 1
        return .run(.wait, after: state.shown == 1 ? .seconds(1) : .milliseconds(900))
      case .hide:
        state.hidden += 1
        return .none
      }
    }
  }

  func explorer() -> Explorer<Banner, NoServer> {
    var explorer = Explorer(Banner.State(), Banner())
    explorer.action(.show, when: { $0.shown < 2 })
    explorer.outcomes { _ in [.answer(.hide)] }
    return explorer
  }

  @Test func `A long timer that starts early enough fires before a shorter one`() {
    var orders: Set<String> = []
    for seed in 0..<500 as Range<UInt64> {
      let fired = explorer().replay(Segment(seed: seed, steps: 12)).lines.map(\.text).filter { $0.contains("timer #") }
      orders.insert(fired.map { $0.contains("timer #1 ") ? "1" : "2" }.joined())
    }
    #expect(orders.isSuperset(of: ["12", "21"]))
  }

  @Test func `Time can pass without a timer firing`() {
    let texts = (0..<200 as Range<UInt64>).flatMap { explorer().replay(Segment(seed: $0, steps: 12)).lines }
      .filter { $0.kind == "time" && !$0.text.contains("fires") }.map(\.text)
    #expect(texts.contains("250 ms pass"))
    #expect(texts.contains("500 ms pass"))
    #expect(texts.contains("750 ms pass"))
  }
}
