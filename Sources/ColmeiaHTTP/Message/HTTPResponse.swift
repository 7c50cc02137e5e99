/// The answer to a request. What describes it shows neither its body nor a token.
public struct HTTPResponse: Sendable, Equatable, Codable {
  /// The status (RFC 9110 §15).
  public var status: Int
  /// The header fields, without those that only concern the connection.
  public var headers: HTTPHeaders
  /// The bytes of the body; empty for none.
  public var body: [UInt8]
  /// Scheme, host and port of the server that answered, where a redirect led to another than was asked; else `nil`.
  public var origin: String?

  /// An answer.
  public init(_ status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  /// The status, and how many bytes the body has.
  public var description: String { "\(status), \(body.count) bytes" }
  /// Status, header fields without secrets, and how many bytes the body has.
  public var customMirror: Mirror {
    Mirror(self, children: ["status": status, "headers": headers, "body": "\(body.count) bytes"])
  }
}
