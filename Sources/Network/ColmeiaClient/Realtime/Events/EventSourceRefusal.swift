import ColmeiaHTTP

/// A policy that decides what a client of server-sent events does if a server responds with a status other than 200.
public struct EventSourceRefusal: Sendable {
  /// A decision about a response.
  public enum Decision: Sendable, Hashable {
    /// End the client, as the standard requires.
    case ends
    /// Reconnect later, as if the connection had failed.
    case reconnects
    /// Reconnect at once without a last event ID, which the server may no longer know. If there was none, end the
    /// client.
    case forgetsID
  }

  private let decide: @Sendable (HTTPResponse, _ lastEventID: String) -> Decision

  /// Creates a custom policy.
  ///
  /// - Parameter decide: Returns the decision for the head of a response and the last event ID that was sent.
  public init(_ decide: @escaping @Sendable (_ head: HTTPResponse, _ lastEventID: String) -> Decision) {
    self.decide = decide
  }

  /// A policy that always ends the client (WHATWG HTML §9.2.3, step 15).
  public static let standard = Self { _, _ in .ends }

  /// A policy that reconnects once without the last event ID, for servers that fail if they do not know it.
  ///
  /// It ends the client if the status is 204, which asks clients not to reconnect, or 401 or 403, which concern the
  /// user's authorization.
  public static let forgetsRefusedID = Self { head, lastEventID in
    lastEventID.isEmpty || [204, 401, 403].contains(head.status) ? .ends : .forgetsID
  }

  func decision(_ head: HTTPResponse, _ lastEventID: String) -> Decision { decide(head, lastEventID) }
}
