import ColmeiaBase

/// Outputs that are due later.
struct DelayedOutputs {
  private var queue = DeadlineQueue<ServerOutput>()
  /// The number of outputs that were added so far.
  private var number: UInt64 = 0

  /// The time at which the next output is due.
  var next: Duration? { queue.first?.deadline }

  /// Adds an output after those that are due at the same time.
  ///
  /// - Complexity: O(log *n*).
  mutating func add(_ output: ServerOutput, at time: Duration) {
    number += 1
    queue.insert(output, number, at: time)
  }

  /// Removes and returns the outputs that are due, in order.
  ///
  /// - Complexity: O(log *n*) for each of them.
  mutating func takeDue(_ now: Duration) -> [ServerOutput] {
    var due: [ServerOutput] = []
    while let next = queue.popFirst(upTo: now) { due.append(next.value) }
    return due
  }
}
