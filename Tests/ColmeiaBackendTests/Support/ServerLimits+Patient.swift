import ColmeiaBackend

extension ServerLimits {
  /// Limits for tests that are not about time: a client may be as slow as a crowded machine makes it.
  static func patient(connections: Int = 4_096, memory: Int = 256 << 20) -> Self {
    let hour = Duration.seconds(3_600)
    return .with {
      ($0.connections, $0.memory) = (connections, memory)
      ($0.arrival, $0.idle, $0.reading) = (hour, hour, hour)
    }
  }

  /// The usual limits but for what `change` says.
  static func with(_ change: (inout Self) -> Void) -> Self {
    var limits = Self()
    change(&limits)
    return limits
  }
}
