import ColmeiaHTTP

extension HTTPResponse {
  /// Creates a plain text response.
  package static func text(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
  }
}
