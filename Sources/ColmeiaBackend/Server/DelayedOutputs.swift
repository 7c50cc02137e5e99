/// What is to be done later.
struct DelayedOutputs {
  /// The earliest last.
  private var entries: [(time: Duration, output: ServerOutput)] = []

  /// When the next of them is due.
  var next: Duration? { entries.last?.time }

  /// Adds one, behind those that are due at the same time.
  mutating func add(_ output: ServerOutput, at time: Duration) {
    let place = entries.firstIndex { $0.time <= time } ?? entries.endIndex
    entries.insert((time, output), at: place)
  }

  /// Those that are due now, in order.
  mutating func takeDue(_ now: Duration) -> [ServerOutput] {
    let count = entries.reversed().prefix { $0.time <= now }.count
    defer { entries.removeLast(count) }
    return entries.suffix(count).reversed().map(\.output)
  }
}
