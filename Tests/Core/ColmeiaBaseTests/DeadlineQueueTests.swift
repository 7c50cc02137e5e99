import ColmeiaBase
import TestSupport
import Testing

@Suite struct DeadlineQueueTests {
  /// The entries of a queue, as a sorted array would have them.
  private struct Model {
    var entries: [(deadline: Int, number: UInt64)] = []

    mutating func insert(_ number: UInt64, at deadline: Int) {
      remove(number)
      entries.append((deadline, number))
      entries.sort { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
    }

    mutating func remove(_ number: UInt64) { entries.removeAll { $0.number == number } }
  }

  @Test(arguments: [10, 300]) func `Values come in order after any insertions, replacements and removals`(numbers: Int)
  {
    var (queue, model) = (DeadlineQueue<UInt64>(), Model())
    var random = SplitMix(state: UInt64(numbers))
    for _ in 0..<5_000 {
      let number = UInt64(random.below(numbers))
      let deadline = random.below(50)
      switch random.below(4) {
      case 0, 1:
        queue.insert(number, number, at: .seconds(deadline))
        model.insert(number, at: deadline)
      case 2:
        queue.remove(number)
        model.remove(number)
      default:
        let bound = deadline / 4
        let due = model.entries.first.flatMap { $0.deadline <= bound ? $0 : nil }
        let popped = queue.popFirst(upTo: .seconds(bound))
        #expect(popped?.value == due?.number && popped?.deadline == due.map { .seconds($0.deadline) })
        if let due { model.remove(due.number) }
      }
      #expect(queue.count == model.entries.count && queue.isEmpty == model.entries.isEmpty)
      #expect(queue.first?.number == model.entries.first?.number)
      #expect(queue[number]?.deadline == model.entries.first { $0.number == number }.map { .seconds($0.deadline) })
    }
    for bound in [-1, 0, 20, 50] {
      #expect(
        queue.values(upTo: .seconds(bound)) == model.entries.filter { $0.deadline <= bound }.map(\.number))
    }
    #expect(queue.values(upTo: nil) == model.entries.map(\.number))
  }
}
