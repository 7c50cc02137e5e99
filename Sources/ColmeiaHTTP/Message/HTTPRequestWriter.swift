/// Makes bytes of a request (RFC 9112 §3).
package enum HTTPRequestWriter {
  /// The bytes of a request.
  ///
  /// - Parameter uploadLength: how many bytes of a body follow that is not the request's own.
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
