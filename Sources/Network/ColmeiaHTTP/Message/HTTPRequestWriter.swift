/// Serializes requests (RFC 9112 §3).
package enum HTTPRequestWriter {
  /// Returns the bytes of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - uploadLength: The number of bytes of a separate body, which the caller sends afterwards. `nil` if the body is
  ///     the request's own.
  package static func bytes(_ request: HTTPRequest, uploadLength: Int? = nil) -> [UInt8] {
    var head = "\(request.method) \(request.target) HTTP/1.1\r\n"
    let host = request.origin.split(separator: "/").last.map(String.init) ?? ""
    if request.headers["Host"] == nil { head += "Host: \(host)\r\n" }
    for field in request.headers.fields { head += "\(field.name): \(field.value)\r\n" }
    let length = uploadLength ?? request.body.count
    if length > 0 || (request.method != .get && request.method != .head) { head += "Content-Length: \(length)\r\n" }
    return Array((head + "\r\n").utf8) + (uploadLength == nil ? request.body : [])
  }
}
