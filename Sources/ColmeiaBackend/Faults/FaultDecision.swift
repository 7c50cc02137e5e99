import ColmeiaHTTP

/// What a shell has to do with a request.
public struct FaultDecision: Sendable, Equatable {
  /// How the exchange goes on.
  public enum Outcome: Sendable, Equatable {
    /// As usual: the back end answers.
    case pass
    /// With this answer instead of the back end's.
    case answer(HTTPResponse)
    /// The back end answers, and the connection ends in the middle of it.
    case cut
    /// The connection ends at once.
    case refuse
  }

  /// How long to wait first.
  public var delay = Duration.zero
  /// Then what.
  public var outcome = Outcome.pass
}
