import ColmeiaBase
import ColmeiaStorage
import Foundation

/// Carries out the effects of one world's stores, and knows whether any of them is doing something at the moment.
///
/// A suspended effect has no job here. What resumes it, such as a clock that is moved, enqueues its next job at once.
/// Therefore, an effect counts as busy from the moment it is woken until it waits again. It also counts as busy while
/// it waits for a file.
package final class EffectExecutor: TaskExecutor, OutsideWorkObserver {
  /// All worlds share these threads. There are as many as processors, as for an app's effects in production, but at
  /// least four. More of them would mostly compete: 10,000 ticking effects take three times as long with 64.
  private static let threads = BlockingThreads(limit: max(4, ProcessInfo.processInfo.activeProcessorCount))

  /// The number of jobs that are running or waiting for a thread, and of file accesses that effects wait for.
  private let jobs = Guarded(0)
  private let bell: Bell

  /// Creates an executor that rings the bell whenever its last job ends.
  init(_ bell: Bell) { self.bell = bell }

  /// Whether no effect is doing anything. All of them have ended, or wait for something.
  package var isIdle: Bool { jobs.withLock { $0 == 0 } }

  package func enqueue(_ job: consuming ExecutorJob) {
    jobs.withLock { $0 += 1 }
    Self.threads.run(UnownedJob(job), on: asUnownedTaskExecutor()) { [self] in end() }
  }

  package func beginOutsideWork() { jobs.withLock { $0 += 1 } }
  package func endOutsideWork() { end() }

  private func end() {
    let isIdle = jobs.withLock { jobs in
      jobs -= 1
      return jobs == 0
    }
    if isIdle { bell.ring() }
  }
}
