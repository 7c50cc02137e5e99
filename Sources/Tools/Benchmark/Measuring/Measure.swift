import CAllocationCounter

/// The measurement of a row, per operation.
struct Measurement {
  let row: Row
  /// The median of the samples in nanoseconds, and the range without the lowest and the highest tenth.
  let median: Double
  let low: Double
  let high: Double
  /// The median of the mutex in nanoseconds.
  let mutex: Double
  /// The median of the ratios of samples to samples of the mutex.
  let timesMutex: Double
  /// The median of the ratios of samples to samples of what the row is compared with.
  let timesBeside: Double?
  /// The number of allocations, or `nil` if they can't be counted.
  let allocations: Double?
}

/// Measures rows alternately with what they are compared with, one sample each. The speed of a shared machine varies,
/// and a sample is shorter than the time slice that the system gives to a process.
struct Meter {
  /// The maximum time for a row, without its setup.
  static let budget = Duration.milliseconds(1_200)

  func measure(_ row: Row) async -> Measurement {
    let slice = Duration.milliseconds(row.changesThreads ? 10 : 1)
    let mutex = await Repeated(.mutex, .microseconds(300), row.watch)
    let body = await Repeated(await row.prepare(), slice, row.watch)
    var (beside, without): (Repeated?, Repeated?)
    switch row.comparison {
    case .beside(let prepare): beside = await Repeated(await prepare(), slice, row.watch)
    case .addedTo(let prepare): without = await Repeated(await prepare(), slice, row.watch)
    case nil: break
    }
    let allocations = row.changesThreads || without != nil ? nil : await body.allocations()
    var samples: [Sample] = []
    let operations = Double(row.operations)
    let start = ContinuousClock.now
    while samples.count < 3 || samples.count < 101 && ContinuousClock.now - start < Self.budget {
      let mutex = await mutex.steadyNanoseconds()
      let other = await beside?.nanoseconds()
      let less = await without?.nanoseconds() ?? 0
      let time = await body.nanoseconds() - less
      samples.append(Sample(time: time / operations, mutex: mutex, timesBeside: other.map { time / $0 }))
    }
    for trial in [body, beside, without] { await trial?.trial.end() }
    let times = samples.map(\.time).sorted()
    let ratios = samples.compactMap(\.timesBeside)
    return Measurement(
      row: row, median: median(times), low: times[times.count / 10], high: times[times.count - 1 - times.count / 10],
      mutex: median(samples.map(\.mutex)), timesMutex: median(samples.map { $0.time / $0.mutex }),
      timesBeside: ratios.isEmpty ? nil : median(ratios), allocations: allocations.map { $0 / operations })
  }

  private struct Sample {
    let time: Double
    let mutex: Double
    let timesBeside: Double?
  }
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// A trial, and the number of repetitions per sample.
struct Repeated {
  let trial: Trial
  private let watch: Watch
  private(set) var count = 1

  init(_ trial: Trial, _ slice: Duration, _ watch: Watch) async {
    self.trial = trial
    self.watch = watch
    while true {
      // The shortest of three, because a run that is preempted would end this with too few repetitions.
      let time = min(await time(), await time(), await time())
      if time >= slice { return }
      count *= time * 10 < slice ? 10 : 2
    }
  }

  func time() async -> Duration { await watch.measure { await trial.run(count) } }

  /// Returns the nanoseconds per repetition.
  func nanoseconds() async -> Double { await time() / .nanoseconds(1) / Double(count) }

  /// Returns the median of three samples, because the system tends to preempt the process after a long sample.
  func steadyNanoseconds() async -> Double {
    var samples: [Double] = []
    for _ in 0..<3 { samples.append(await nanoseconds()) }
    return median(samples)
  }

  /// Returns the number of allocations per repetition, or `nil` if they can't be counted.
  func allocations() async -> Double? {
    let before = colmeia_allocations_of_this_thread()
    await trial.run(count)
    return before < 0 ? nil : Double(colmeia_allocations_of_this_thread() - before) / Double(count)
  }
}

/// Prevents the optimizer from removing the computation of a value. It must not be optimized itself.
@inline(never) @_optimize(none) func keep<Value>(_ value: borrowing Value) {}
