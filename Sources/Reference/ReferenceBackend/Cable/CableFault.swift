/// Misbehavior of the cable that can be switched on for tests and scenarios.
public enum CableFault: String, Sendable, Hashable, CaseIterable {
  /// The server announces a restart and disconnects all clients.
  case restart
  /// All connections are cut in the middle of a frame.
  case cut
  /// All clients receive a frame that exceeds any client's limit.
  case oversized
  /// All clients receive a text that isn't JSON.
  case malformed
  /// The server neither pings nor responds until ``none``.
  case silence
  /// The server ignores everything that clients send until ``none``.
  case deaf
  /// Up to four commands and messages are reordered, as with Rails' threads, until ``none``. A `seed` sent with the
  /// fault determines the order.
  case disorder
  /// The server behaves normally again.
  case none
}
