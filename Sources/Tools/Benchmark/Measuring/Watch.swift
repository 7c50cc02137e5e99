import Foundation

/// The clock used for a measurement.
enum Watch {
  /// The CPU time of the current thread, which excludes other processes and threads.
  case thread
  /// The wall time, for work that changes threads.
  case wall

  func measure(_ body: () async -> Void) async -> Duration {
    switch self {
    case .thread:
      let start = Self.threadTime
      await body()
      return Self.threadTime - start
    case .wall: return await ContinuousClock().measure { await body() }
    }
  }

  private static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
