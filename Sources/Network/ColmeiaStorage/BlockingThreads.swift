import ColmeiaBase
import Foundation

/// Threads for calls that block: on a device, on a file lock, or on another process.
///
/// All tasks of a process share as many threads as the machine has cores, so a few blocking calls there can stop every
/// other task. A job of this executor has a thread of its own until it suspends. A thread is created if a job finds
/// none idle, up to a limit, and is kept. Above the limit, jobs wait in order.
package final class BlockingThreads: TaskExecutor {
  private struct Work: Sendable {
    let job: UnownedJob
    let executor: UnownedTaskExecutor
    let whenOver: (@Sendable () -> Void)?
  }

  private struct Content: ~Copyable {
    /// The jobs that no thread has taken yet.
    var jobs = Queue<Work>()
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

  package func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job), asUnownedTaskExecutor(), nil) }

  /// Runs a job of another executor on one of the threads, and then calls `whenOver`.
  package func run(
    _ job: UnownedJob, on executor: UnownedTaskExecutor, whenOver: @escaping @Sendable () -> Void
  ) { add(job, executor, whenOver) }

  private func add(_ job: UnownedJob, _ executor: UnownedTaskExecutor, _ whenOver: (@Sendable () -> Void)?) {
    let needsThread = content.withLock { content in
      content.jobs.append(Work(job: job, executor: executor, whenOver: whenOver))
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
      let work = content.withLock { content in
        content.idle -= 1
        return content.jobs.popFirst()
      }
      if let work {
        work.job.runSynchronously(on: work.executor)
        work.whenOver?()
      }
      content.withLock { $0.idle += 1 }
    }
  }
}
