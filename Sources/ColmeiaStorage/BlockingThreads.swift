import ColmeiaMemory
import ColmeiaSync
import Foundation

/// Threads for calls that block: on a device, on a file lock, or on another process.
///
/// All tasks of a process share as many threads as the machine has cores, so a few blocking calls there can stop every
/// other task. A job of this executor has a thread of its own until it suspends. A thread is created if a job finds
/// none idle, up to a limit, and is kept. Above the limit, jobs wait in order.
package final class BlockingThreads: TaskExecutor {
  private struct Content: ~Copyable {
    /// The jobs that no thread has taken yet.
    var jobs = Queue<UnownedJob>()
    var threads = 0
    /// The number of threads without a job, including those that are being created.
    var idle = 0
  }

  private let limit: Int
  private let content = Guarded(Content())
  private let hasJobs = DispatchSemaphore(value: 0)

  /// Creates an executor without threads. It is never released, because its threads wait for jobs until the process
  /// exits.
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
      // There is one signal per job, so a job is available.
      let job = content.withLock { content in
        content.idle -= 1
        return content.jobs.popFirst()
      }
      job?.runSynchronously(on: asUnownedTaskExecutor())
      content.withLock { $0.idle += 1 }
    }
  }
}
