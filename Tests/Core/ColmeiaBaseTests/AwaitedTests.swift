import TestSupport
import Testing

@testable import ColmeiaBase

@Suite(.timeLimit(.minutes(10))) struct AwaitedTests {
  @Test func `No change is missed, whichever task is faster`() async {
    let numbers = Awaited([Int]())
    async let sum = Task {
      var (sum, count) = (0, 0)
      while count < 20_000 {
        let taken = await numbers.first { numbers -> [Int]? in
          defer { numbers = [] }
          return numbers.isEmpty ? nil : numbers
        }
        count += taken?.count ?? 0
        sum += taken?.reduce(0, +) ?? 0
      }
      return sum
    }.value
    await withTaskGroup { group in
      for producer in 0..<4 {
        group.addTask { for number in 0..<5_000 { numbers.change { $0.append(producer * 5_000 + number) } } }
      }
    }
    #expect(await sum == 20_000 * 19_999 / 2)
  }

  @Test func `A change wakes all waiting tasks, and each evaluates its own condition`() async {
    let value = Awaited(0)
    async let one = value.first { $0 >= 1 ? "one" : nil }
    async let two = value.first { $0 >= 2 ? "two" : nil }
    value.change { $0 = 1 }
    #expect(await one == "one")
    value.change { $0 = 2 }
    #expect(await two == "two")
  }

  @Test func `A cancelled task takes nothing, even if a value is available`() async {
    let value = Awaited(1)
    let waiting = Task { await value.first { _ in Int?.none } }
    waiting.cancel()
    #expect(await waiting.value == nil)
    let latch = Tally()
    let late = Task {
      await latch.reaches(1)
      return await value.first { value in
        value = 2
        return value
      }
    }
    late.cancel()
    latch.add()
    #expect(await late.value == nil && value.read { $0 } == 1)
  }

  @Test func `firstRegardless waits for a value even if the task is cancelled`() async {
    let value = Awaited(0)
    let waiting = Task { await value.firstRegardless { $0 > 0 ? $0 : nil } }
    waiting.cancel()
    value.change { $0 = 7 }
    #expect(await waiting.value == 7)
  }
}
