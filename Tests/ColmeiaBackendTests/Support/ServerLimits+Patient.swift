import ColmeiaBackend

extension ServerLimits {
  /// Limits for tests that are not about time: a client may be as slow as a crowded machine makes it.
  static func patient(connections: Int = 4_096, memory: Int = 256 << 20) -> Self {
    let hour = Duration.seconds(3_600)
    return Self(connections: connections, memory: memory, arrival: hour, idle: hour, reading: hour)
  }
}
