import CAllocationCounter

/// The measurement of a row, per operation.
struct Measurement {
  let row: Row
  /// The median of the samples in nanoseconds, and the range without the lowest and the highest tenth.
  let median: Double
  let low: Double
  let high: Double
  /// The median of the ratios of samples to baseline samples.
  let multiple: Double
  /// The median of the baseline in nanoseconds.
  let unit: Double
  /// The number of allocations, or `nil` if they can't be counted.
  let allocations: Double?
  /// The number of operations of a sized row, which is less than its full size if they take too long.
  let size: Int?
}

/// Measures rows alternately with their baselines, one sample each. The speed of a shared machine varies, and a sample
/// is shorter than the time slice that the system gives to a process.
struct Meter {
  /// The maximum time for a row, without its setup.
  static let budget = Duration.milliseconds(1_200)

  func measure(_ row: Row) async -> Measurement {
    switch row.work {
    case .steady(let prepare): await measureSteady(row, prepare)
    case .sized(let size, let prepare): await measureSized(row, size, prepare)
    }
  }

  private func measureSteady(_ row: Row, _ prepare: @Sendable () async -> Trial) async -> Measurement {
    let slice = Duration.milliseconds(row.changesThreads ? 10 : 1)
    let reference = await Repeated.reference(row)
    let body = await Repeated(await prepare(), slice, row.watch)
    var without: Repeated?
    if case .steady(let prepare) = row.without { without = await Repeated(await prepare(), slice, row.watch) }
    var samples = Samples()
    if !row.changesThreads, without == nil {
      samples.allocations = await body.allocations().map { $0 / Double(row.operations) }
    }
    let start = ContinuousClock.now
    while samples.count < 3 || samples.count < 101 && ContinuousClock.now - start < Self.budget {
      let unit = await reference.steadyNanoseconds()
      let less = await without?.nanoseconds() ?? 0
      samples.add((await body.nanoseconds() - less) / Double(row.operations), unit: unit)
    }
    await body.trial.end()
    await without?.trial.end()
    return samples.measurement(of: row, nil)
  }

  /// Increases the size by factors of four up to the full size, as long as the next size is likely to fit into the
  /// budget, assuming that the time grows with the square of the size.
  private func measureSized(_ row: Row, _ full: Int, _ prepare: @Sendable (Int) async -> Trial) async -> Measurement {
    let reference = await Repeated.reference(row)
    let first = ContinuousClock.now
    for size in [full / 64, full / 16, full / 4, full] {
      var samples = Samples()
      var fastest = Self.budget
      repeat {
        let start = ContinuousClock.now
        let unit = await reference.steadyNanoseconds()
        var (time, allocations) = await once(row, size, prepare)
        if case .sized(_, let prepare) = row.without { time -= await once(row, size, prepare).nanoseconds }
        samples.add(time, unit: unit)
        samples.allocations = row.changesThreads ? nil : allocations
        fastest = min(fastest, ContinuousClock.now - start)
        if size < full, fastest * 16 < Self.budget { break }
      } while samples.count < 7 && ContinuousClock.now - first + fastest < Self.budget
      if size == full || fastest * 16 >= Self.budget { return samples.measurement(of: row, size) }
    }
    preconditionFailure("the last size must be the full size")
  }

  /// Measures a single run of a sized trial, per operation.
  private func once(
    _ row: Row, _ size: Int, _ prepare: @Sendable (Int) async -> Trial
  ) async -> (nanoseconds: Double, allocations: Double?) {
    let trial = await prepare(size)
    let operations = Double(trial.operations ?? size)
    let before = colmeia_allocations_of_this_thread()
    let time = await row.watch.measure { await trial.run(size) }
    let after = colmeia_allocations_of_this_thread()
    await trial.end()
    return (time / .nanoseconds(1) / operations, before < 0 ? nil : Double(after - before) / operations)
  }
}

/// A trial, and the number of repetitions per sample.
struct Repeated {
  let trial: Trial
  private let watch: Watch
  private(set) var count = 1

  init(_ trial: Trial, _ slice: Duration, _ watch: Watch) async {
    self.trial = trial
    self.watch = watch
    while true {
      let time = await time()
      if time >= slice { return }
      count *= time * 10 < slice ? 10 : 2
    }
  }

  static func reference(_ row: Row) async -> Self {
    await Self(row.baseline.trial, row.baseline == .mutex ? .microseconds(300) : .milliseconds(5), row.watch)
  }

  func time() async -> Duration { await watch.measure { await trial.run(count) } }

  /// Returns the nanoseconds per repetition.
  func nanoseconds() async -> Double { await time() / .nanoseconds(1) / Double(count) }

  /// Returns the median of three samples, because the system tends to preempt the process after a long sample.
  func steadyNanoseconds() async -> Double {
    var samples: [Double] = []
    for _ in 0..<3 { samples.append(await nanoseconds()) }
    return samples.sorted()[1]
  }

  /// Returns the number of allocations per repetition, or `nil` if they can't be counted.
  func allocations() async -> Double? {
    let before = colmeia_allocations_of_this_thread()
    await trial.run(count)
    return before < 0 ? nil : Double(colmeia_allocations_of_this_thread() - before) / Double(count)
  }
}

private struct Samples {
  private var times: [Double] = []
  private var units: [Double] = []
  var allocations: Double?
  var count: Int { times.count }

  mutating func add(_ time: Double, unit: Double) {
    times.append(time)
    units.append(unit)
  }

  func measurement(of row: Row, _ size: Int?) -> Measurement {
    let sorted = times.sorted()
    return Measurement(
      row: row, median: sorted[count / 2], low: sorted[count / 10], high: sorted[count - 1 - count / 10],
      multiple: zip(times, units).map(/).sorted()[count / 2], unit: units.sorted()[count / 2], allocations: allocations,
      size: size)
  }
}

/// Prevents the optimizer from removing the computation of a value. It must not be optimized itself.
@inline(never) @_optimize(none) package func keep<Value>(_ value: borrowing Value) {}
