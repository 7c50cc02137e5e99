import Synchronization
import TestSupport
import Testing

@testable import ColmeiaTable

// Serialized, because one of these tests counts the comparisons of all of them.
@Suite(.serialized) struct RowSubscriptionTests {
  struct Row: Identifiable, Equatable, Sendable {
    static let comparisons = Atomic<Int>(0)
    var id: Int
    var value = 0
    static func == (left: Self, right: Self) -> Bool {
      comparisons.add(1, ordering: .relaxed)
      return left.id == right.id && left.value == right.value
    }
  }

  struct Kennel: Reducer {
    struct State: Sendable {
      var dogs = EntityTable<Row>()
      var cats = EntityTable<Row>()
      var count = 0
    }
    enum Action: Sendable {
      case count
      case dogs(@Sendable (inout EntityTable<Row>) -> Void)
      case cats(@Sendable (inout EntityTable<Row>) -> Void)
    }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .count: state.count += 1
      case .dogs(let change): change(&state.dogs)
      case .cats(let change): change(&state.cats)
      }
      return .none
    }
  }

  /// Records what subscribers receive.
  final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    func add(_ text: String) { entries.withLock { $0.append(text) } }
    func drain() -> [String] {
      entries.withLock { entries in
        defer { entries = [] }
        return entries
      }
    }
  }

  static func text(_ row: Row?) -> String { row.map { "\($0.id)=\($0.value)" } ?? "nil" }

  @Test func `A row's subscriber is notified when its row is added, changed and removed, and of nothing else`() {
    let (store, log) = (Store(Kennel.State(), Kennel()), Log())
    store.subscribe(row: 2, in: \.dogs) { log.add(Self.text($0)) }
    #expect(log.drain() == ["nil"])
    store.send(.dogs { $0 = [Row(id: 1), Row(id: 2)] })
    store.send(.dogs { $0.update(1) { $0.value = 7 } })
    store.send(.count)
    store.send(.dogs { $0.update(2) { $0.value = 0 } })
    #expect(log.drain() == ["2=0"])
    store.send(.dogs { $0.update(2) { $0.value = 5 } })
    store.send(.dogs { $0.insert(Row(id: 3), at: 0) })
    store.send(.dogs { $0.remove(id: 2) })
    store.send(.dogs { $0.upsert(Row(id: 2)) })
    #expect(log.drain() == ["2=5", "nil", "2=0"])
  }

  @Test func `Rows that change together notify in table order, and subscribers of one row in subscription order`() {
    let (store, log) = (Store(Kennel.State(dogs: [Row(id: 5), Row(id: 3), Row(id: 9)]), Kennel()), Log())
    for id in [9, 3, 5, 3] { store.subscribe(row: id, in: \.dogs) { log.add(Self.text($0)) } }
    _ = log.drain()
    store.send(.dogs { $0.updateAll { $0.value = 1 } })
    #expect(log.drain() == ["5=1", "3=1", "3=1", "9=1"])
  }

  @Test func `A subscriber that is added during a notification or a burst receives the row once`() {
    let (store, log) = (Store(Kennel.State(dogs: [Row(id: 1)]), Kennel()), Log())
    store.subscribe(row: 1, in: \.dogs) { [weak store] row in
      log.add("first \(Self.text(row))")
      guard row?.value == 1, let store else { return }
      store.send(.dogs { $0.update(1) { $0.value = 2 } })
      store.subscribe(row: 1, in: \.dogs) { log.add("late \(Self.text($0))") }
      store.send(.count)
    }
    store.send(.dogs { $0.update(1) { $0.value = 1 } })
    #expect(log.drain() == ["first 1=0", "first 1=1", "first 1=2", "late 1=2"])
  }

  @Test func `A cancelled subscriber is not notified, and other subscribers of the row and the table still are`() {
    let (store, log) = (Store(Kennel.State(dogs: [Row(id: 1), Row(id: 2)]), Kennel()), Log())
    let all = [1, 1, 2].enumerated().map { index, id in
      store.subscribe(row: id, in: \.dogs) { log.add("\(index) \(Self.text($0))") }
    }
    _ = log.drain()
    all[0].cancel()
    store.send(.dogs { $0.updateAll { $0.value = 1 } })
    #expect(log.drain() == ["1 1=1", "2 2=1"])
    all[1].cancel()
    store.send(.dogs { $0.updateAll { $0.value = 2 } })
    #expect(log.drain() == ["2 2=2"])
    all[2].cancel()
    store.send(.dogs { $0.updateAll { $0.value = 3 } })
    store.subscribe(row: 1, in: \.dogs) { log.add("again \(Self.text($0))") }
    store.send(.dogs { $0.updateAll { $0.value = 4 } })
    #expect(log.drain() == ["again 1=3", "again 1=4"])
  }

  @Test func `Rows of a table in a scope can be observed, and stop ends the subscriptions`() {
    let (store, log) = (Store(Kennel.State(cats: [Row(id: 1)]), Kennel()), Log())
    let scope = store.scope(\.cats, Kennel.Action.cats)
    store.subscribe(row: 1, in: \.cats) { log.add("store \(Self.text($0))") }
    scope.subscribe(row: 1, in: \.self, receive: { log.add("scope \(Self.text($0))") }, end: { log.add("end") })
    scope.send { $0.update(1) { $0.value = 8 } }
    #expect(log.drain() == ["store 1=0", "scope 1=0", "store 1=8", "scope 1=8"])
    store.stop()
    #expect(log.drain() == ["end"])
  }

  @Test func `Subscribers of 1,000 rows cost an unrelated action no comparison, and a change of one row only a few`() {
    let store = Store(Kennel.State(dogs: EntityTable((0..<1_000).map { Row(id: $0) })), Kennel())
    let notified = Tally()
    for id in 0..<1_000 { store.subscribe(row: id, in: \.dogs) { _ in notified.add() } }
    store.send(.count)  // records the table
    func comparisons(_ action: Kennel.Action) -> Int {
      let before = Row.comparisons.load(ordering: .relaxed)
      store.send(action)
      return Row.comparisons.load(ordering: .relaxed) - before
    }
    #expect(comparisons(.count) == 0)
    #expect(comparisons(.dogs { $0.update(500) { $0.value = 1 } }) <= 10)
    #expect(notified.value == 1_001)
  }

  /// For any operation on a table, each subscriber receives exactly what comparing its row after every action would
  /// produce.
  @Test func `Subscribers of rows receive what comparing each row would produce`() {
    for seed in 0..<200 {
      var random = SplitMix(state: UInt64(seed))
      let store = Store(Kennel.State(), Kennel())
      let log = Log()
      var model: [Int: String] = [:]
      var subscriptions: [Int: Subscription] = [:]
      for _ in 0..<100 {
        let (id, value) = (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<3, using: &random))
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<3:
          if subscriptions[id] == nil {
            model[id] = "?"
            subscriptions[id] = store.subscribe(row: id, in: \.dogs) { log.add("\(id): \(Self.text($0))") }
          }
        case 3: subscriptions.removeValue(forKey: id)?.cancel()
        case 4..<8: store.send(.dogs { $0.upsert(Row(id: id, value: value)) })
        case 8..<11: store.send(.dogs { $0.update(id) { $0.value = value } })
        case 11..<13: store.send(.dogs { $0.remove(id: id) })
        case 13: store.send(.dogs { $0.insert(Row(id: id, value: value), at: $0.isEmpty ? 0 : $0.count / 2) })
        case 14: store.send(.dogs { $0.sort { ($0.value, $0.id) < ($1.value, $1.id) } })
        default: store.send(.dogs { $0.removeAll { $0.id % 3 == value } })
        }
        var expected: Set<String> = []
        for id in subscriptions.keys {
          let text = Self.text(store.withState { $0.dogs[id: id] })
          if model.updateValue(text, forKey: id) != text { expected.insert("\(id): \(text)") }
        }
        let notified = log.drain()
        #expect(notified.count == expected.count && Set(notified) == expected, "seed \(seed)")
      }
    }
  }
}
