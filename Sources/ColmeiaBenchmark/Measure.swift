import CAllocationCounter

/// One row of the table.
struct Row: Sendable {
  let name: String
  let what: String
  /// Nanoseconds that the row should not exceed; `nil` for a baseline.
  let target: Double?
  /// How many operations one repetition does.
  let operations: Int
  /// Sets up once, and answers what is measured: so many repetitions.
  let prepare: @Sendable () -> @Sendable (Int) async -> Void

  init(
    _ name: String, _ what: String, target: Double? = nil, per operations: Int = 1,
    _ prepare: @escaping @Sendable () -> @Sendable (Int) async -> Void
  ) {
    self.name = name
    self.what = what
    self.target = target
    self.operations = operations
    self.prepare = prepare
  }
}

/// What was measured of a row, per operation.
struct Measurement {
  let row: Row
  let median: Double
  let low: Double
  let high: Double
  let allocations: Double?
}

/// Runs `row` in samples of at least 10 ms each; the median of 15, the span of the middle eleven.
func measure(_ row: Row) async -> Measurement {
  let clock = ContinuousClock()
  let body = row.prepare()
  var count = 1
  while true {
    let time = await clock.measure { await body(count) }
    if time > .milliseconds(10) { break }
    count *= time < .milliseconds(1) ? 10 : 2
  }
  var samples: [Double] = []
  let before = colmeia_allocations_of_this_thread()
  await body(count)
  let after = colmeia_allocations_of_this_thread()
  for _ in 0..<15 {
    let time = await clock.measure { await body(count) }
    samples.append(time / .nanoseconds(1) / Double(count * row.operations))
  }
  samples.sort()
  return Measurement(
    row: row, median: samples[7], low: samples[2], high: samples[12],
    allocations: after < 0 ? nil : Double(after - before) / Double(count * row.operations))
}

/// Keeps the optimizer from dropping what was computed.
@inline(never) func keep<Value>(_ value: Value) {}
