import TestSupport
import Testing

@testable import Colmeia

/// Tests what `finish()` waits for, and that the bookkeeping for it doesn't grow.
@Suite struct FamilyTests {
  @Test func `A send that has started nothing, or whose effects have ended, has nothing to wait for`() {
    let bench = Bench()
    #expect(bench.store.send(.add(1)).origin == 0)
    bench.store.send(.many(["a"]))
    #expect(bench.store.engine.table.pointee.families.newest.send == 0)
  }

  @Test func `An action of an effect belongs to the send that started the effect`() {
    var machine = Machine(0, Chains(end: 3))
    machine.send(.begin)
    var families: [Int] = []
    for _ in 0..<4 {
      let starts = machine.requests.compactMap { if case .start(let id, _) = $0 { id } else { nil } }
      machine.requests = []
      for id in starts {
        families.append(machine.table.families.all.used)
        machine.answer(id, .next)
      }
    }
    #expect(families == [1, 1, 1, 1, 1])
    #expect(machine.table.families.newest.send == 0)
  }

  @Test func `A family ends once, and is not confused with the next one in its place`() {
    var table = EffectTable<Int>(limit: 10)
    table.apply((1, EffectTable<Int>.nowhere, .concurrent, 7))
    let first = table.families.newest.key
    let found = table.families.watch(first)
    table.finish(RequestID(number: 1, slot: 0))
    let settled = table.families.settled
    table.apply((2, EffectTable<Int>.nowhere, .concurrent, 8))
    let second = table.families.newest.key
    let (foundLate, foundSecond) = (table.families.watch(first), table.families.watch(second))
    #expect(found == first && settled == [first])
    #expect(second != first && foundLate == 0 && foundSecond == second)
  }

  @Test func `The family of an enqueued send is found by the number of the send while it exists`() {
    var table = EffectTable<Int>(limit: 10)
    let send = Families.queuedBit | 1
    let before = table.families.watch(send)
    table.apply((1, EffectTable<Int>.nowhere, .concurrent, send))
    table.apply((2, EffectTable<Int>.nowhere, .concurrent, send))
    let key = table.families.newest.key
    let found = table.families.watch(send)
    table.finish(RequestID(number: 1, slot: 0))
    let settled = table.families.settled
    table.finish(RequestID(number: 2, slot: 1))
    let settledLast = table.families.settled
    let after = table.families.watch(send)
    let isForgotten = table.families.queued.isEmpty
    #expect(before == 0 && found == key && settled == [] && settledLast == [key])
    #expect(after == 0 && isForgotten)
  }

  @Test func `A pool releases the memory of a large number of elements, up to those that are in use`() {
    var pool = Pool<Int>()
    for number in 0..<100_000 { _ = pool.insert(number) }
    for index in (1_000..<100_000).reversed() { pool.remove(at: Int32(index), leaving: 0) }
    pool.shrink()
    let capacity = pool.capacity
    #expect(capacity == 1_000)
    let isKept = (0..<1_000).allSatisfy { pool[$0] == Int($0) }
    #expect(isKept)
    let places = Set((0..<200_000).map { pool.insert($0) })
    #expect(places.count == 200_000 && places.min() == 1_000)
    for index in 0..<Int32(pool.count) { pool.remove(at: index, leaving: 0) }
    pool.shrink()
    let (used, left, isWasteful) = (pool.used, pool.capacity, pool.isWasteful)
    #expect(used == 0 && left == 8 && !isWasteful)
  }

  @Test func `A pool keeps its memory if the number of elements varies moderately`() {
    var pool = Pool<Int>()
    for _ in 0..<3 {
      let all = (0..<3_000).map { pool.insert($0) }
      for index in all { pool.remove(at: index, leaving: 0) }
      pool.shrink()
      let capacity = pool.capacity
      #expect(capacity == 4_096)
    }
  }

  @Test func `A store releases the memory of 100,000 timers, even if many tasks wait for them`() async {
    let bench = Bench()
    let sents = (0..<100_000).map { _ in bench.store.send(.later("a", .after(.seconds(1)))) }
    let engine = bench.store.engine
    let flooded = engine.table.pointee.slots.capacity
    #expect(flooded >= 100_000)
    bench.store.stop()
    for sent in sents.prefix(1_000) { await sent.finish() }
    let (slots, families) = (engine.table.pointee.slots.capacity, engine.table.pointee.families.all.capacity)
    #expect(slots <= 4_096 && families <= 4_096)
    #expect(engine.drainer.pointee.timers.heap.entries.capacity <= 4_096)
    #expect(engine.drainer.pointee.waiters.isEmpty)
  }
}
