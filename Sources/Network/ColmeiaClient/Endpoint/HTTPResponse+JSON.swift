import ColmeiaHTTP
import ColmeiaJSON

extension HTTPResponse {
  /// Creates a response with a JSON body, for stubs and samples.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the JSON text.
  public init(_ status: Int = 200, headers: HTTPHeaders = [:], json: JSON) {
    self.init(status, headers: headers, body: json.bytes())
    if self.headers["Content-Type"] == nil { self.headers.add("Content-Type", "application/json") }
  }
}
