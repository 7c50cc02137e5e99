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
  /// Nanoseconds: the median of the samples, and the span without the lowest and highest two.
  let median: Double
  let low: Double
  let high: Double
  /// The median of sample by baseline sample: what the row costs in uncontended mutexes.
  let multiple: Double
  let allocations: Double?
}

/// Runs `row` in 15 samples of at least 10 ms, each right after one of the baseline, because a shared
/// machine does not keep its speed.
func measure(_ row: Row, against baseline: Row) async -> Measurement {
  let body = row.prepare()
  let reference = baseline.prepare()
  let count = await calibrate(body)
  let referenceCount = await calibrate(reference)
  let before = colmeia_allocations_of_this_thread()
  await body(count)
  let after = colmeia_allocations_of_this_thread()
  var samples: [Double] = []
  var multiples: [Double] = []
  for _ in 0..<15 {
    let mutex = await nanoseconds(reference, referenceCount)
    samples.append(await nanoseconds(body, count) / Double(row.operations))
    multiples.append(samples[samples.count - 1] / mutex)
  }
  samples.sort()
  multiples.sort()
  return Measurement(
    row: row, median: samples[7], low: samples[2], high: samples[12], multiple: multiples[7],
    allocations: after < 0 ? nil : Double(after - before) / Double(count * row.operations))
}

/// How many repetitions take at least 10 ms.
func calibrate(_ body: @Sendable (Int) async -> Void) async -> Int {
  var count = 1
  while true {
    let time = await nanoseconds(body, count) * Double(count)
    if time > 10_000_000 { return count }
    count *= time < 1_000_000 ? 10 : 2
  }
}

/// Nanoseconds per repetition.
func nanoseconds(_ body: @Sendable (Int) async -> Void, _ count: Int) async -> Double {
  await ContinuousClock().measure { await body(count) } / .nanoseconds(1) / Double(count)
}

/// Keeps the optimizer from dropping what was computed.
@inline(never) func keep<Value>(_ value: Value) {}
