import Colmeia
import ColmeiaSync

/// An executor whose jobs run when the test says so, on the test's thread: every run is the same.
package final class ManualExecutor: TaskExecutor {
  private let jobs = Guarded<[UnownedJob]>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs until none is left.
  package func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
