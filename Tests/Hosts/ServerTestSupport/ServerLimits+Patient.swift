import ColmeiaServer

extension ServerLimits {
  /// Limits for tests that don't depend on time, so that clients may be arbitrarily slow on a busy machine.
  package static func patient(connections: Int = 4_096, memory: Int = 256 << 20) -> Self {
    let hour = Duration.seconds(3_600)
    return .with {
      ($0.connections, $0.memory) = (connections, memory)
      ($0.arrival, $0.idle, $0.reading) = (hour, hour, hour)
    }
  }

  /// Returns the default limits with a change.
  package static func with(_ change: (inout Self) -> Void) -> Self {
    var limits = Self()
    change(&limits)
    return limits
  }
}
