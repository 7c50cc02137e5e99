import ColmeiaHTTP

extension Iddog {
  /// Returns a picture, or status 304 if the client already has it (RFC 9110 §13.1.2).
  func image(_ request: HTTPRequest, _ segments: [String]) throws(IddogProblem) -> HTTPResponse {
    guard let file = ImageLibrary.standard["/" + segments.joined(separator: "/")] else { throw .notFound }
    let headers: HTTPHeaders = ["ETag": file.tag, "Cache-Control": "public, max-age=604800"]
    if request.names(file.tag, in: "If-None-Match") { return HTTPResponse(304, headers: headers) }
    var answer = HTTPResponse(200, headers: headers, body: file.bytes)
    answer.headers["Content-Type"] = "image/png"
    answer.headers["Content-Length"] = "\(file.bytes.count)"
    return answer
  }
}
