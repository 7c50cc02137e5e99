import ColmeiaTransport

/// Something that an app did in a replay, and that was not recorded. It quotes no body, no query and no header field.
public struct ReplayMismatch: Sendable, Hashable {
  /// What makes the difference.
  public enum Difference: Sendable, Hashable {
    /// A part of the request is another.
    case request(RequestDifference)
    /// It was recorded so often, and every answer has been given.
    case askedAgain(times: Int)
    /// The answer was larger than the cassette keeps.
    case bodyNotKept
    /// No such message was sent over this connection, or not so often.
    case otherMessage
  }

  /// What the app did: `ana: GET /feed`.
  public var request: String
  /// The entry that is nearest: `number 3, ana: GET /feed`.
  public var nearest: String?
  /// What the difference from it is; `nil` when there is no entry that is near.
  public var difference: Difference?
}

extension ReplayMismatch: CustomStringConvertible {
  /// What is missing, and what to do.
  public var description: String {
    "The cassette has no entry for \(request)" + (nearest.map { "; the nearest is \($0)" } ?? "") + ": " + reason
  }

  private var reason: String {
    switch difference {
    case .request(let part): "\(part) differs. Record anew if the app is right."
    case .askedAgain(let times):
      "it was recorded \(times == 1 ? "once" : "\(times) times"), and is asked for again. Record anew if the app is right."
    case .bodyNotKept: "its answer was larger than the limit. Raise the limit and record anew."
    case .otherMessage: "another text, or one message more. Record anew if the app is right."
    case nil: "nothing like it was recorded. Record anew."
    }
  }
}

extension ReplayMismatch {
  /// What the app is told.
  var error: TransportError { .declined(reason: description) }
}
