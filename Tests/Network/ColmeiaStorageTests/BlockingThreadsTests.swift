import Colmeia
import ColmeiaBase
import ColmeiaStorage
import Foundation
import TestSupport
import Testing

/// The jobs that have started, in order.
private final class Begun: Sendable {
  private let numbers = Guarded<[Int]>([])
  var all: [Int] { numbers.withLock { $0 } }
  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct BlockingThreadsTests {
  @Test func `Jobs beyond the thread limit wait for their turn in order`() async {
    let threads = BlockingThreads(limit: 3)
    let (bell, goesOn) = (Bell(), DispatchSemaphore(value: 0))
    let begun = Begun()
    await withTaskGroup { group in
      for number in 0..<12 {
        group.addTask(executorPreference: threads) {
          begun.add(number)
          bell.ring()
          goesOn.wait()
        }
      }
      for count in 3...12 {
        await bell.wait(for: "job \(count)") { begun.all.count >= count }
        #expect(begun.all.count == count)
        goesOn.signal()
      }
      for _ in 0..<2 { goesOn.signal() }
    }
    #expect(begun.all.sorted() == Array(0..<12))
    #expect(Array(begun.all[3...]) == Array(3..<12))
  }

  @Test func `Suspended jobs resume, even if there are thousands of them`() async {
    let threads = BlockingThreads(limit: 4)
    let sum = await withTaskGroup { group in
      for number in 0..<5_000 {
        group.addTask(executorPreference: threads) {
          let halves = await withTaskGroup { inner in
            for half in [number / 2, number - number / 2] { inner.addTask { half } }
            return await inner.reduce(0, +)
          }
          return halves
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 4_999 * 5_000 / 2)
  }
}
