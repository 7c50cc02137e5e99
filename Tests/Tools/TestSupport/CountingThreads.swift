import ColmeiaBase
import Foundation

/// An executor that counts its jobs.
package final class CountingThreads: TaskExecutor {
  private let count = Guarded(0)
  private let queue = DispatchQueue(label: "counting")
  package var jobs: Int { count.withLock { $0 } }

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    count.withLock { $0 += 1 }
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
