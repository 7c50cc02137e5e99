import TestSupport
import Testing

@testable import Colmeia

/// Tests what `finish()` waits for, and that the bookkeeping for it doesn't grow.
@Suite struct FamilyTests {
  /// The number of families that haven't ended.
  private static func count(_ families: Families) -> Int {
    let parts = Mirror(reflecting: families).children.reduce(into: [String: Int]()) {
      $0[$1.label ?? ""] = Mirror(reflecting: $1.value).children.count
    }
    return (parts["all"] ?? -1) - (parts["free"] ?? -1)
  }

  @Test func `A send that has started nothing, or whose effects have ended, has nothing to wait for`() async {
    let bench = Bench()
    #expect(bench.store.send(.add(1)).origin == .nothing)
    let sent = bench.store.send(.many(["a"]))
    let families = bench.store.inspect { $0.table.families }
    #expect(Self.count(families) == 0)
    await sent.finish()
  }

  @Test func `An action of an effect belongs to the send that started the effect`() {
    var machine = Machine(0, Chains(end: 3))
    machine.send(.begin)
    var families: [Int] = []
    for _ in 0..<4 {
      let starts = machine.requests.compactMap { if case .start(let id, _) = $0 { id } else { nil } }
      machine.requests = []
      for id in starts {
        families.append(Self.count(machine.table.families))
        machine.answer(id, .next)
      }
    }
    #expect(families == [1, 1, 1, 1, 1])
    #expect(Self.count(machine.table.families) == 0)
  }

  @Test func `A family ends once, and is not confused with the next one in its place`() throws {
    var families = Families()
    var (origin, next) = (Families.Origin.sent, Families.Origin.sent)
    let first = try #require(families.join(&origin, priority: 1))
    let isWatched = families.watch(first)
    families.leave(first)
    #expect(isWatched && families.ended == [first])
    let second = try #require(families.join(&next, priority: 1))
    let (isFirstWatched, isSecondWatched) = (families.watch(first), families.watch(second))
    #expect(second.index == first.index && second != first)
    #expect(!isFirstWatched && isSecondWatched)
  }

  @Test func `The family of an enqueued send is found by the number of the send while it exists`() throws {
    var families = Families()
    var origin = Families.Origin.ticket(7)
    #expect(families.family(of: 7) == nil)
    let id = try #require(families.join(&origin, priority: 1))
    #expect(families.join(&origin, priority: 1) == id, "the second effect joins the family of the first one")
    #expect(families.family(of: 7) == id && families.watch(id))
    families.leave(id)
    #expect(families.ended == [] && families.family(of: 7) == id)
    families.leave(id)
    #expect(families.ended == [id] && families.family(of: 7) == nil)
  }

  @Test func `A store releases the memory of 100,000 timers, even if many tasks wait for them`() async {
    let bench = Bench()
    let sents = (0..<100_000).map { _ in bench.store.send(.later("a", .after(.seconds(1)))) }
    #expect(bench.store.inspect { $0.table.slots.capacity } >= 100_000)
    bench.store.stop()
    for sent in sents.prefix(1_000) { await sent.finish() }
    #expect(bench.store.inspect { $0.table.slots.capacity } <= 4_096)
    #expect(bench.store.engine.clockwork.withLock { $0.timers.isEmpty })
    #expect(bench.store.engine.core.withLock { $0.waiters.isEmpty })
  }
}
