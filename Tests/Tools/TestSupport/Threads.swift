import ColmeiaBase
import Foundation

/// Runs each body in a separate thread, regardless of the size of the task pool. Returns when all have ended.
package func inThreads(_ bodies: [@Sendable () -> Void]) async {
  let left = Guarded(bodies.count)
  await withCheckedContinuation { continuation in
    for body in bodies {
      Thread.detachNewThread {
        body()
        let isLast = left.withLock { left -> Bool in
          left -= 1
          return left == 0
        }
        if isLast { continuation.resume() }
      }
    }
  }
}
