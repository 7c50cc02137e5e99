import Foundation

/// What time is measured with.
enum Watch {
  /// The time that this thread has computed: what others do on the machine does not count.
  case thread
  /// For what changes threads.
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
