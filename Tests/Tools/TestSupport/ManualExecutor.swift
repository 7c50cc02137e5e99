import ColmeiaBase

/// An executor whose jobs run on the test's thread when the test calls ``run()``, so that every run is the same.
package final class ManualExecutor: TaskExecutor {
  private let jobs = Guarded<[UnownedJob]>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs until none are left.
  package func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
