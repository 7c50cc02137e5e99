import ColmeiaHTTP
import ColmeiaJSON

extension HTTPResponse {
  /// An answer with a JSON body.
  static func json(_ status: Int, _ body: JSON) -> HTTPResponse {
    HTTPResponse(status, headers: ["Content-Type": "application/json"], body: body.bytes())
  }

  /// This answer, naming the methods that the path knows (RFC 9110 §10.2.1), `HEAD` beside `GET`.
  func allowing(_ methods: [HTTPMethod]) -> HTTPResponse {
    var answer = self
    answer.headers["Allow"] = methods.map { $0 == .get ? "GET, HEAD" : $0.rawValue }.joined(separator: ", ")
    return answer
  }
}
