import ColmeiaTable
import Synchronization
import Testing

@testable import ColmeiaTesting

/// Failures of a store whose state is large, or isn't equal to itself.
@Suite struct LargeStateTests {
  struct Row: Identifiable, Equatable, Sendable {
    @TaskLocal static var comparisons: Tally?

    let id: Int
    var likes = 0
    static func == (left: Self, right: Self) -> Bool {
      comparisons?.count.withLock { $0 += 1 }
      return left.id == right.id && left.likes == right.likes
    }
  }
  final class Tally: Sendable { let count = Mutex(0) }
  struct Feature: Reducer {
    struct State: Equatable, Sendable {
      var rows = EntityTable<Row>()
      var body = "", price = 1.0
    }
    enum Action: Equatable, Sendable { case like([Int]), append, weigh(Double), other }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .like(let ids): for id in ids { state.rows.update(id) { $0.likes += 1 } }
      case .append: state.body += "b"
      case .weigh(let price): state.price = price
      case .other: break
      }
      return .none
    }
  }

  private func store(_ state: Feature.State) -> TestStore<Feature> {
    TestStore(state, Feature(), reporting: .silently)
  }

  @Test func `A failed step compares only the rows near those that differ`() {
    var store = store(Feature.State(rows: EntityTable((0..<100_000).map { Row(id: $0) })))
    let tally = Tally()
    Row.$comparisons.withValue(tally) { store.send(.like([5, 99_990])) }
    #expect(
      store.failures.first?.message.hasSuffix("{ $0.rows[id: 5]?.likes = 1; $0.rows[id: 99990]?.likes = 1 }") == true)
    #expect((1..<1_000).contains(tally.count.withLock { $0 }))
    store.finish()
  }

  @Test func `A text of a megabyte that got a letter is a short failure`() {
    var store = store(Feature.State(body: String(repeating: "a", count: 1_000_000)))
    store.send(.append)
    let message = store.failures.first?.message ?? ""
    #expect(message.utf8.count < 1_000 && message.contains("aab\"\n") && message.contains("bytes left out"))
    store.finish()
  }

  @Test func `The suggested correction for a value that is not equal to itself passes, and later steps do`() {
    var store = store(Feature.State())
    store.send(.weigh(.nan))
    #expect(store.failures.map { $0.message.hasSuffix("expect it: { $0.price = .nan }") } == [true])
    store.send(.other)
    store.send(.weigh(2)) { $0.price = 2 }
    store.send(.weigh(.nan)) { $0.price = .nan }
    store.send(.other)
    store.send(.append) { $0.body = "b" }
    #expect(store.failures.count == 1)
    store.send(.append)
    #expect(store.failures.count == 2, "another change is found beside it")
    store.finish()
  }
}
