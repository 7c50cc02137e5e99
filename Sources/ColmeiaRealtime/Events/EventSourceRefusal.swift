import ColmeiaHTTP

/// What a client of events does when a server answers with a status other than 200.
public struct EventSourceRefusal: Sendable {
  /// What there is to do.
  public enum Decision: Sendable, Hashable {
    /// It ends, as the standard says.
    case ends
    /// It comes back later, as if the connection had failed.
    case comesBack
    /// It asks again at once without a last event id, which the server may not know any more. Where it had none, it ends.
    case forgetsID
  }

  private let decide: @Sendable (HTTPResponse, _ lastEventID: String) -> Decision

  /// A policy of one's own: what to do with the head of this answer, when this last event id was given.
  public init(_ decide: @escaping @Sendable (_ head: HTTPResponse, _ lastEventID: String) -> Decision) {
    self.decide = decide
  }

  /// It ends (WHATWG HTML §9.2.3, step 15).
  public static let standard = Self { _, _ in .ends }

  /// A server that fails because of a last event id that it does not know is asked once more without it. Not with 204,
  /// with which a server asks to be left alone, and not with 401 and 403, which are about who asks.
  public static let forgetsRefusedID = Self { head, lastEventID in
    lastEventID.isEmpty || [204, 401, 403].contains(head.status) ? .ends : .forgetsID
  }

  func decision(_ head: HTTPResponse, _ lastEventID: String) -> Decision { decide(head, lastEventID) }
}
