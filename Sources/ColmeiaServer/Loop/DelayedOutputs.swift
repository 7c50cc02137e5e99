/// Outputs that are due later.
struct DelayedOutputs {
  /// The entries in descending order of their time.
  private var entries: [(time: Duration, output: ServerOutput)] = []

  /// The time at which the next output is due.
  var next: Duration? { entries.last?.time }

  /// Adds an output after those that are due at the same time.
  mutating func add(_ output: ServerOutput, at time: Duration) {
    let place = entries.firstIndex { $0.time <= time } ?? entries.endIndex
    entries.insert((time, output), at: place)
  }

  /// Removes and returns the outputs that are due, in order.
  mutating func takeDue(_ now: Duration) -> [ServerOutput] {
    let count = entries.reversed().prefix { $0.time <= now }.count
    defer { entries.removeLast(count) }
    return entries.suffix(count).reversed().map(\.output)
  }
}
