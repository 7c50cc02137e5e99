import ColmeiaMemory
import ColmeiaSync
import Foundation

/// Threads for calls that block: on a device, on the lock of a file, on another process.
///
/// All tasks of a process share as many threads as the machine has cores, so that two calls that block there stop every
/// other task. A job here has a thread to itself until it suspends. Threads are made when a job finds none free, up to a
/// limit, and stay; above the limit jobs wait for their turn, in order.
package final class BlockingThreads: TaskExecutor {
  private struct Content: ~Copyable {
    /// Those that no thread has taken yet.
    var jobs = Queue<UnownedJob>()
    var threads = 0
    /// How many threads have no job, those included that are being made.
    var idle = 0
  }

  private let limit: Int
  private let content = Guarded(Content())
  private let hasJobs = DispatchSemaphore(value: 0)

  /// Makes no thread yet. It is never released: its threads wait for jobs as long as the process lives.
  package init(limit: Int) { self.limit = limit }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = content.withLock { content in
      content.jobs.append(job)
      if content.jobs.count <= content.idle || content.threads == limit { return false }
      content.threads += 1
      content.idle += 1
      return true
    }
    if needsThread { Thread.detachNewThread { self.work() } }
    hasJobs.signal()
  }

  private func work() {
    while true {
      hasJobs.wait()
      // One signal for each job.
      let job = content.withLock { content in
        content.idle -= 1
        return content.jobs.popFirst()
      }
      job?.runSynchronously(on: asUnownedTaskExecutor())
      content.withLock { $0.idle += 1 }
    }
  }
}
