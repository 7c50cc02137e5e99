/// How the cable may misbehave on demand, for tests and scenarios.
public enum CableFault: String, Sendable, Hashable, CaseIterable {
  /// The server says that it starts again, and sends everybody away.
  case restart
  /// All connections break off in the midst of a frame.
  case cut
  /// From now on the server neither pings nor answers, until ``none``.
  case silence
  /// Everybody gets a frame that is larger than any client takes.
  case oversized
  /// Everybody gets a text that is no JSON.
  case malformed
  /// The server behaves again.
  case none
}
