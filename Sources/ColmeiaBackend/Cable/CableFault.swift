/// How the cable may misbehave on demand, for tests and scenarios.
public enum CableFault: String, Sendable, Hashable, CaseIterable {
  /// The server says that it starts again, and sends everybody away.
  case restart
  /// All connections break off in the midst of a frame.
  case cut
  /// Everybody gets a frame that is larger than any client takes.
  case oversized
  /// Everybody gets a text that is no JSON.
  case malformed
  /// From now on the server neither pings nor answers, until ``none``.
  case silence
  /// From now on the server reads nothing of what clients say, until ``none``.
  case deaf
  /// From now on up to four commands and messages overtake each other, as with Rails' threads, until ``none``. A number
  /// `seed` beside the fault's name says how.
  case disorder
  /// The server behaves again.
  case none
}
