import Colmeia
import ColmeiaSync
import Testing

@testable import ColmeiaRunner

/// Effects that end immediately, beside one that runs until it is cancelled.
private struct Work: Reducer {
  struct State: Sendable {}
  enum Action: Codable, Sendable { case begin, work }
  enum Effect: Codable, Equatable, Sendable { case endless, short }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .begin: .run(.endless)
    case .work: .run(.short)
    }
  }

  struct Handler: EffectHandler {
    func work(for effect: Effect) -> Colmeia.Work<Action> {
      switch effect {
      case .endless: .async { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      case .short: .done
      }
    }
  }
}

@Suite struct StoreHistoryTests {
  @Test func `A history keeps running effects and the newest actions and effects, and is bounded`() async {
    let history = Guarded(StoreHistory())
    let store = Store(
      Work.State(), Work(), Work.Handler(),
      trace: { event, _ in
        history.withLock { _ = $0.note(event, at: .zero) }
      })
    store.send(.begin)
    for _ in 0..<StoreHistory.limit + 1_000 { store.send(.work) }
    let noted = history.withLock { $0 }
    #expect(noted.sends == StoreHistory.limit + 1_001)
    #expect((StoreHistory.limit / 2...StoreHistory.limit).contains(noted.actions.count))
    #expect((StoreHistory.limit / 2...StoreHistory.limit).contains(noted.entries.count))
    #expect(noted.entries.first?.effect.text == "endless")
    #expect(noted.entries.dropFirst().allSatisfy { $0.effect.text == "short" && $0.phase == .completed })
    let running = store.inspect { $0.ongoing.map(\.number) }
    #expect(noted.entries(of: running).map(\.effect.text) == ["endless"])
    #expect(noted.missing(running) == 0)
    await store.shutdown()
    #expect(history.withLock { $0.entries.first?.phase } == .cancelled)
  }
}
