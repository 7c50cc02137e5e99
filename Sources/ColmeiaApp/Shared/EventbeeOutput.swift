/// What a feature that speaks to Eventbee tells its parent.
public enum EventbeeOutput: Sendable, Equatable {
  /// The server no longer accepts the token.
  case sessionRefused
}

extension EventbeeFailure {
  /// What is to be told of this failure.
  var output: EventbeeOutput? { self == .sessionRefused ? .sessionRefused : nil }
}
