import ColmeiaBase

/// Outputs that are due later.
struct DelayedOutputs {
  private var heap = PlacedHeap<(time: Duration, number: Int, output: ServerOutput)> {
    ($0.time, $0.number) < ($1.time, $1.number)
  }
  /// The number of outputs that were added so far.
  private var number = 0
  private var freeHandles: [Int32] = []

  /// The time at which the next output is due.
  var next: Duration? { heap.first?.time }

  /// Adds an output after those that are due at the same time.
  ///
  /// - Complexity: O(log *n*).
  mutating func add(_ output: ServerOutput, at time: Duration) {
    // If no handle is free, all of them from 0 on are in use.
    let handle = freeHandles.popLast() ?? Int32(heap.entries.count)
    number += 1
    heap.insert((time, number, output), handle)
  }

  /// Removes and returns the outputs that are due, in order.
  ///
  /// - Complexity: O(log *n*) for each of them.
  mutating func takeDue(_ now: Duration) -> [ServerOutput] {
    var due: [ServerOutput] = []
    while let entry = heap.entries.first, entry.element.time <= now {
      heap.remove(entry.handle)
      freeHandles.append(entry.handle)
      due.append(entry.element.output)
    }
    return due
  }
}
