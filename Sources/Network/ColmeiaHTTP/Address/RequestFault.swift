/// The reason why a request could not be sent.
public enum RequestFault: Error, Sendable, Hashable, Codable {
  /// The address is not an absolute `http` or `https` URL, or contains a user name. The fault is `nil` if the platform
  /// doesn't accept the address and doesn't tell why.
  case address(fault: AddressFault? = nil)
  /// The path segment at this zero-based index is `.` or `..`, or its value is empty, which would change the path.
  case pathSegment(Int)
  /// The method is not a token (RFC 9110 §5.6.2).
  case method
  /// The header field with this name has an invalid name or value, or would change where the request ends.
  case header(String)
  /// The method does not allow a body.
  case body
  /// The request requires the token of one server but is addressed to another.
  case foreignToken

  enum CodingKeys: String, CodingKey, CaseIterable { case address, pathSegment, method, header, body, foreignToken }
}

extension RequestFault: CustomStringConvertible {
  /// A description of the problem and how to solve it.
  public var description: String {
    switch self {
    case .address(let fault):
      "The address of the request is invalid\(fault.map { ": \($0)" } ?? ""). It must be an absolute http or https URL "
        + "without a user name."
    case .pathSegment(let index):
      "Segment \(index) of the request's path is empty, \".\" or \"..\" and would change the path. "
        + "Check the interpolated value."
    case .method: "The request's method is not a token. Use letters, such as GET."
    case .header(let name):
      "The header field \(name.debugDescription) may not be sent: its name is not a token, its value has control "
        + "characters, or it sets the length of the body, which is the transport's task. Correct or remove it."
    case .foreignToken:
      "The call needs a token of another server. Send it to that server, or without a token."
    case .body: "A request with this method may not have a body. Use the query, or another method."
    }
  }
}
