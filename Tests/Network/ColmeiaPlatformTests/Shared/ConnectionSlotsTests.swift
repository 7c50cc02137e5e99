import ColmeiaBase
import TestSupport
import Testing

@testable import ColmeiaPlatform

@Suite(.timeLimit(.minutes(10))) struct ConnectionSlotsTests {
  private let slots = ConnectionSlots(limit: 1)
  private let served = Recorder<Int>()
  private let checks = Tally()

  /// Begins to take a connection, and waits until this waits in the line.
  private func acquire(
    _ number: Int, _ bell: Bell = Bell(), _ result: @escaping @Sendable () -> Result<Void, TransportError>? = { nil }
  ) async -> Task<TransportError?, Never> {
    let waiting = slots.waiterCount
    let task = Task { () -> TransportError? in
      do throws(TransportError) {
        try await slots.acquire("a", bell) {
          checks.add()
          return result()
        }
        served.add(number)
        return nil
      } catch { return error }
    }
    await poll(for: "a waiter") { slots.waiterCount == waiting + 1 }
    return task
  }

  @Test func `Connections are given in order, and each one wakes only the next who waits`() async throws {
    try await slots.acquire("a", Bell()) { nil as Result<Void, TransportError>? }
    try await slots.acquire("b", Bell()) { nil as Result<Void, TransportError>? }
    var tasks: [Task<TransportError?, Never>] = []
    for number in 0..<100 { tasks.append(await acquire(number)) }
    for task in tasks {
      slots.give("a")
      #expect(await task.value == nil)
    }
    #expect(served.all == Array(0..<100))
    #expect(checks.value == 200)
    #expect(slots.count == 2)
    slots.give("a")
    slots.give("b")
    #expect(slots.count == 0)
  }

  @Test func `Those who no longer wait are passed over`() async throws {
    try await slots.acquire("a", Bell()) { nil as Result<Void, TransportError>? }
    let hasFailed = Awaited(false)
    let cancelled = await acquire(1)
    let bell = Bell()
    let failing = await acquire(2, bell) { hasFailed.read { $0 } ? .failure(.offline) : nil }
    let last = await acquire(3)
    cancelled.cancel()
    #expect(await cancelled.value == .cancelled)
    hasFailed.change { $0 = true }
    bell.ring()
    #expect(await failing.value == .offline)
    slots.give("a")
    #expect(await last.value == nil)
    #expect(served.all == [3] && slots.waiterCount == 0 && slots.count == 1)
  }

  @Test func `A connection for one that has failed meanwhile is passed on`() async throws {
    try await slots.acquire("a", Bell()) { nil as Result<Void, TransportError>? }
    let hasFailed = Awaited(false)
    let failing = await acquire(1) { hasFailed.read { $0 } ? .failure(.offline) : nil }
    let next = await acquire(2)
    hasFailed.change { $0 = true }
    slots.give("a")
    #expect(await failing.value == .offline)
    #expect(await next.value == nil)
  }

  @Test func `After a shutdown, nobody gets a connection`() async throws {
    try await slots.acquire("a", Bell()) { nil as Result<Void, TransportError>? }
    let waiting = await acquire(1)
    slots.shutDown()
    #expect(await waiting.value == .shutDown)
    await #expect(throws: TransportError.shutDown) {
      try await slots.acquire("b", Bell()) { nil as Result<Void, TransportError>? }
    }
    slots.give("a")
    #expect(slots.count == 0)
  }
}
