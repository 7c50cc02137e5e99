import Synchronization
import Testing

@testable import ReferenceCommand

@Suite struct BatchedRandomTests {
  @Test func `The system is asked once for many numbers, and none is returned twice`() {
    let calls = Mutex(0)
    var random = BatchedRandom { bytes in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      let numbers = bytes.bindMemory(to: UInt64.self)
      for index in numbers.indices { numbers[index] = UInt64(1_000 * call + index) }
      return true
    }
    let numbers = (0..<3 * BatchedRandom.batch).map { _ in random.next() }
    #expect(Set(numbers).count == numbers.count && numbers.allSatisfy { $0 >= 1_000 })
    #expect(calls.withLock { $0 } == 3)
  }

  @Test func `If a batch fails, each number is requested from the system`() {
    var random = BatchedRandom { _ in false }
    #expect(Set((0..<8).map { _ in random.next() }).count == 8)
  }

  @Test func `The system's numbers are different each time`() {
    var (one, other) = (BatchedRandom(), BatchedRandom())
    let numbers = (0..<100).flatMap { _ in [one.next(), other.next()] }
    #expect(Set(numbers).count == 200)
  }
}
