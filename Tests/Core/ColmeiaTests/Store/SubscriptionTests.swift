import ColmeiaBase
import TestSupport
import Testing

@testable import Colmeia

@Suite struct SubscriptionTests {
  /// Records what subscribers receive.
  final class Log: Sendable {
    private let entries = Guarded<[String]>([])
    func add(_ text: String) { entries.withLock { $0.append(text) } }
    var all: [String] { entries.withLock { $0 } }
  }

  @Test func `A subscriber receives the current value immediately, then each value that differs`() {
    let (bench, log) = (Bench(), Log())
    bench.store.subscribe(to: \.count) { log.add("\($0)") }
    #expect(log.all == ["0"])
    for number in [1, 0, 0, 2] { bench.store.send(.add(number)) }
    #expect(log.all == ["0", "1", "3"])
  }

  @Test func `A cancelled subscription is not called again`() {
    let (bench, log) = (Bench(), Log())
    let subscription = bench.store.subscribe(to: \.count) { log.add("\($0)") }
    subscription.cancel()
    subscription.cancel()
    bench.store.send(.add(1))
    #expect(log.all == ["0"])
  }

  @Test func `A subscriber may cancel itself and others during a notification`() {
    let (bench, log) = (Bench(), Log())
    let others = Guarded<[Subscription]>([])
    bench.store.subscribe(to: \.count) { count in
      log.add("first \(count)")
      if count == 1 { others.withLock { $0 }.forEach { $0.cancel() } }
    }
    let itself = Guarded<Subscription?>(nil)
    let second = bench.store.subscribe(to: \.count) { count in
      log.add("second \(count)")
      if count == 2 { itself.withLock { $0?.cancel() } }
    }
    itself.withLock { $0 = second }
    let third = bench.store.subscribe(to: \.count) { log.add("third \($0)") }
    let fourth = bench.store.subscribe {
      $0.count
    } receive: {
      log.add("fourth \($0)")
    }
    others.withLock { $0 = [third, fourth] }
    for _ in 0..<3 { bench.store.send(.add(1)) }
    #expect(
      log.all == [
        "first 0", "second 0", "third 0", "fourth 0", "first 1", "second 1", "first 2", "second 2", "first 3",
      ])
  }

  @Test func `A subscriber that is added during a notification receives the current value, then each new one`() {
    let (bench, log) = (Bench(), Log())
    bench.store.subscribe(to: \.count) { [store = bench.store] count in
      if count == 1 {
        store.subscribe(to: \.count) { log.add("late \($0)") }
        store.subscribe(to: \.received.count) { log.add("received \($0)") }
        store.send(.note("a"))
      }
    }
    bench.store.send(.add(1))
    #expect(log.all == ["late 1", "received 0", "received 1"])
  }

  /// Has an effect that is answered immediately, with an action that changes nothing.
  struct LookUp: Reducer, EffectHandler {
    struct State: Sendable { var found = 0 }
    enum Action: Sendable { case lookUp, found(Int) }
    enum Effect: Equatable, Sendable { case lookUp }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .lookUp: return .run(.lookUp)
      case .found(let number):
        state.found = number
        return .none
      }
    }
    func work(for effect: Effect) -> Work<Action> { .action(.found(0)) }
  }

  @Test func `A subscription behind an action receives the value, even if the effect of the action changes nothing`() {
    let (executor, log) = (ManualExecutor(), Log())
    let store = Store(LookUp.State(), LookUp(), LookUp(), executor: executor)
    store.withState { _ in
      store.send(.lookUp)
      store.subscribe(to: \.found) { log.add("\($0)") }
    }
    #expect(log.all == [], "a reader performs nothing")
    executor.run()
    #expect(log.all == ["0"])
    store.send(.lookUp)
    store.subscribe(to: \.found) { log.add("late \($0)") }
    store.send(.found(2))
    #expect(log.all == ["0", "late 0", "2", "late 2"])
  }

  @Test func `No subscriber receives an older value after a newer one (ReSwift#519, redux#1221)`() {
    let (bench, log) = (Bench(), Log())
    for name in ["a", "b"] {
      bench.store.subscribe(to: \.count) { [store = bench.store] count in
        log.add("\(name)\(count)")
        if count < 4 { store.send(.add(1)) }
      }
    }
    #expect(log.all == ["a0", "a1", "a2", "a3", "a4", "b4"])
    bench.store.send(.add(1))
    #expect(log.all.suffix(2) == ["a5", "b5"])
  }

  @Test func `Optional and computed values can be subscribed to`() {
    let (bench, log) = (Bench(), Log())
    bench.store.subscribe(to: \.child) { log.add("\($0?.number ?? -1)") }
    bench.store.subscribe(to: \.received.last) { log.add($0 ?? "nothing") }
    bench.store.send(.child(7))
    bench.store.send(.note("a"))
    bench.store.send(.child(nil))
    #expect(log.all == ["-1", "nothing", "7", "a", "-1"])
  }

  @Test func `A subscriber that is added in a burst is notified at its end, and those of equal values are not`() {
    let (bench, log) = (Bench(), Log())
    bench.store.subscribe(to: \.list) { log.add("first \($0)") }
    bench.store.subscribe(to: \.count) { [store = bench.store] count in
      guard count == 1 else { return }
      store.send(.add(10))
      store.subscribe({ $0.count }, receive: { log.add("late \($0)") })
      store.send(.add(100))
    }
    bench.store.send(.add(1))
    #expect(log.all == ["first []", "late 111"])
  }

  @Test func `Closures and paths are notified in the order of their first subscriptions`() {
    let (bench, log) = (Bench(), Log())
    bench.store.subscribe({ $0.count }, receive: { log.add("closure \($0)") })
    bench.store.subscribe(to: \.count) { log.add("path \($0)") }
    bench.store.subscribe({ $0.count }, receive: { log.add("last \($0)") })
    bench.store.subscribe(to: \.count) { log.add("path, too \($0)") }
    bench.store.send(.add(1))
    #expect(
      log.all.suffix(4) == ["closure 1", "path 1", "path, too 1", "last 1"])
  }

  @Test func `The remaining subscribers are notified in order after others have cancelled`() {
    let (bench, log) = (Bench(), Log())
    let all = (0..<20).map { number in
      number % 2 == 0
        ? bench.store.subscribe(to: \.count) { _ in log.add("path \(number)") }
        : bench.store.subscribe({ $0.count }, receive: { _ in log.add("closure \(number)") })
    }
    for number in [19, 0, 5, 4, 3, 18, 7, 8, 9, 11, 13, 6, 2, 10] { all[number].cancel() }
    let before = log.all.count
    bench.store.send(.add(1))
    #expect(
      log.all[before...] == ["path 12", "path 14", "path 16", "closure 1", "closure 15", "closure 17"])
    bench.store.subscribe(to: \.count) { _ in log.add("path 20") }
    bench.store.send(.add(1))
    #expect(log.all.suffix(4) == ["path 20", "closure 1", "closure 15", "closure 17"])
  }

}
