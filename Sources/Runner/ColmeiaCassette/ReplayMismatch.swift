import ColmeiaTransport

/// A request or a message of an app that has no entry in the cassette. It quotes no body, no query value and no header
/// field.
public struct ReplayMismatch: Sendable, Hashable {
  /// The difference from the recording.
  public enum Difference: Sendable, Hashable {
    /// A part of the request differs.
    case request(RequestDifference)
    /// The request was recorded this many times, and all its responses have been used.
    case askedAgain(times: Int)
    /// The response exceeded the limit of the recording, so its body was not stored.
    case bodyNotKept
    /// No such message was recorded for this connection, or it was sent more often than recorded.
    case otherMessage
  }

  /// What the app sent: `ana: GET /feed`.
  public var request: String
  /// The most similar entry: `number 3, ana: GET /feed`.
  public var nearest: String?
  /// The difference from the most similar entry, or `nil` if there is none.
  public var difference: Difference?
}

extension ReplayMismatch: CustomStringConvertible {
  /// What has no entry, why, and what to do about it.
  public var description: String {
    "The cassette has no entry for \(request)" + (nearest.map { "; the nearest is \($0)" } ?? "") + ": " + reason
  }

  private var reason: String {
    switch difference {
    case .request(let part): "\(part) differs. Record again if the app is right."
    case .askedAgain(let times):
      "it was recorded only \(times == 1 ? "once" : "\(times) times"), but the app requests it again. "
        + "Record again if the app is right."
    case .bodyNotKept: "its response was larger than the limit. Raise the limit and record again."
    case .otherMessage: "the app sends a different or an additional message. Record again if the app is right."
    case nil: "nothing similar was recorded. Record again."
    }
  }
}

extension ReplayMismatch {
  /// The error that the app receives.
  var error: TransportError { .declined(reason: description) }
}
