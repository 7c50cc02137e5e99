import ColmeiaSync
import Synchronization
import Testing

@Suite struct WaitersTests {
  /// Records the resumed waiters, in order.
  private actor Back {
    var numbers: [UInt64] = []
    func add(_ number: UInt64) { numbers.append(number) }
  }

  @Test func `A waiter that is resumed individually leaves no lasting hole, and others are resumed together`() async {
    let back = Back()
    var waiters = Waiters()
    await withTaskGroup(of: Void.self) { group in
      for number in 1...40 as ClosedRange<UInt64> {
        let continuation = await withCheckedContinuation { (began: CheckedContinuation<Waiters.Continuation, Never>) in
          group.addImmediateTask {
            await withUnsafeContinuation { (own: Waiters.Continuation) in began.resume(returning: own) }
            await back.add(number)
          }
        }
        waiters.add(continuation, number)
      }
      for number in 1...38 as ClosedRange<UInt64> {
        waiters.resume(number)
        waiters.resume(number)  // was already resumed
      }
      #expect(waiters.placeCount <= 20)  // holes are closed
      #expect(!waiters.isEmpty)
      waiters.resumeAll()
    }
    #expect(await back.numbers.sorted() == Array(1...40))
  }
}
