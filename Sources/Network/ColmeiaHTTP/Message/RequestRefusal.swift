/// The reason why a server rejects the bytes of a client. The server responds with ``status`` and closes the
/// connection.
public struct RequestRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// The status of the response.
  public var status: Int
  /// A description of the problem.
  public var description: String

  package init(_ status: Int, _ description: String) {
    self.status = status
    self.description = description
  }
}
