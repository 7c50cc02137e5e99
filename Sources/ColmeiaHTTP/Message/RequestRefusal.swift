/// Why the bytes of a client are no request that is served; the connection ends with this status.
public struct RequestRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// The status of the answer.
  public var status: Int
  /// What is wrong with the request.
  public var description: String

  package init(_ status: Int, _ description: String) {
    self.status = status
    self.description = description
  }
}
