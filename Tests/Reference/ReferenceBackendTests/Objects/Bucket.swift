import ReferenceS3

@testable import ReferenceBackend

/// A back end with a bucket, and a client's signer.
struct Bucket {
  var state = Backend.State()
  var backend = Backend(passwordRounds: 1)
  /// The time of the server's clock.
  var now = Self.start
  var signer = S3Signer(S3Credentials(accessKey: "colmeia-demo", secret: Token("colmeia-demo-secret")))

  /// 2019-08-26T11:46:40Z.
  static let start = 1_566_820_000
  static let origin = "http://127.0.0.1:8080"

  /// Returns a request for an object or another path below the bucket.
  static func request(
    _ method: HTTPMethod, _ key: String = "users/1/a.jpg", query: String? = nil, headers: HTTPHeaders = [:],
    _ body: String = ""
  ) -> HTTPRequest {
    HTTPRequest(
      method, origin: origin, path: "/colmeia-photos/" + key, query: query, headers: headers, body: Array(body.utf8))
  }

  /// Sends a request unchanged.
  mutating func send(_ request: HTTPRequest) -> Reply {
    let context = RequestContext(date: now, token: "token", salt: Array("salt".utf8))
    var warnings: [BackendWarning] = []
    defer { precondition(warnings.isEmpty, "requests for objects cause no warnings") }
    return Reply(backend.answer(request, context, &state, &warnings))
  }

  /// Signs a request and sends it.
  mutating func exchange(_ request: HTTPRequest) -> Reply { send(signer.sign(request, at: now)) }

  mutating func exchange(
    _ method: HTTPMethod, _ key: String = "users/1/a.jpg", query: String? = nil, headers: HTTPHeaders = [:],
    _ body: String = ""
  ) -> Reply {
    exchange(Self.request(method, key, query: query, headers: headers, body))
  }
}

extension Reply {
  /// The status and error code of a refusal, such as `403 AccessDenied`, or the status alone if there is no code.
  var code: String {
    guard let start = text.firstRange(of: "<Code>"), let end = text.firstRange(of: "</Code>") else {
      return "\(status)"
    }
    return "\(status) \(text[start.upperBound..<end.lowerBound])"
  }
}
