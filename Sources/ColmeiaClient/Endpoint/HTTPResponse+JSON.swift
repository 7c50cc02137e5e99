import ColmeiaHTTP
import ColmeiaJSON

extension HTTPResponse {
  /// An answer with a JSON body, as stubs and samples need it.
  ///
  /// - Complexity: O(length).
  public init(_ status: Int = 200, headers: HTTPHeaders = [:], json: JSON) {
    self.init(status, headers: headers, body: json.bytes())
    if self.headers["Content-Type"] == nil { self.headers.add("Content-Type", "application/json") }
  }
}
