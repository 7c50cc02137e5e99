import ReferenceS3

/// The reasons why a request to the object store fails, in S3's format.
struct ObjectsProblem: Error, Equatable {
  /// An additional element of the error response.
  struct Detail: Equatable {
    var name: String
    var text: String
  }

  var status: Int
  var code: String
  var message: String
  var details: [Detail] = []
  var headers: HTTPHeaders = [:]

  init(_ status: Int, _ code: String, _ message: String, _ details: KeyValuePairs<String, String> = [:]) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details.map { Detail(name: $0.key, text: $0.value) }
  }

  /// Returns the response to a request for `resource`.
  func answer(resource: String, requestID: String) -> HTTPResponse {
    let parts = [Detail(name: "Code", text: code), Detail(name: "Message", text: message)]
    let last = [Detail(name: "Resource", text: resource), Detail(name: "RequestId", text: requestID)]
    let elements = (parts + details + last).map { "<\($0.name)>\(XMLText.escape($0.text))</\($0.name)>" }
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error>\(elements.joined())</Error>"
    var answer = HTTPResponse(status, headers: headers, body: Array(text.utf8))
    answer.headers["Content-Type"] = "application/xml"
    answer.headers["x-amz-request-id"] = requestID
    return answer
  }
}

extension ObjectsProblem {
  static let unsigned = Self(403, "AccessDenied", "Access Denied")
  static let otherAlgorithm = Self(
    400, "InvalidRequest",
    "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.")
  static let noDate = Self(403, "AccessDenied", "AWS authentication requires a valid Date or x-amz-date header")
  static let noPayloadHash = Self(
    400, "InvalidRequest", "Missing required header for this request: x-amz-content-sha256")
  static let otherPayloadHash = Self(
    400, "InvalidArgument", "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, or a valid sha256 value.")
  static let sessionToken = Self(400, "InvalidToken", "The provided token is malformed or otherwise invalid.")
  static let address = Self(400, "InvalidURI", "Couldn't parse the specified URI.")
  static let notImplemented = Self(
    501, "NotImplemented", "A header or query you provided implies functionality that is not implemented")
  static let badDigest = Self(400, "BadDigest", "The Content-MD5 you specified did not match what we received.")
  static let fields = Self(
    400, "MetadataTooLarge", "Your metadata headers exceed the maximum allowed metadata size")
  static let full = Self(403, "QuotaExceeded", "No more objects fit into the bucket")
  static let precondition = Self(
    412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold",
    ["Condition": "If-Match"])

  static func malformed(_ reason: String) -> Self { Self(400, "AuthorizationHeaderMalformed", reason) }

  static func accessKey(_ key: String) -> Self {
    Self(
      403, "InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.",
      ["AWSAccessKeyId": key])
  }

  static func unsignedFields(_ names: [String]) -> Self {
    Self(
      403, "AccessDenied", "There were headers present in the request which were not signed",
      ["HeadersNotSigned": names.joined(separator: ", ")])
  }

  static func skewed(_ time: SigningTime, server: Int) -> Self {
    Self(
      403, "RequestTimeTooSkewed", "The difference between the request time and the current time is too large.",
      [
        "RequestTime": time.text, "ServerTime": ISODate.text(server),
        "MaxAllowedSkewMilliseconds": "\(SignatureCheck.patience * 1_000)",
      ])
  }

  static func signature(_ key: String, given: String, _ canonical: CanonicalRequest, _ text: String) -> Self {
    Self(
      403, "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
      [
        "AWSAccessKeyId": key, "StringToSign": text, "SignatureProvided": given, "CanonicalRequest": canonical.text,
      ])
  }

  static func payload(given: String, computed: String) -> Self {
    Self(
      400, "XAmzContentSHA256Mismatch", "The provided 'x-amz-content-sha256' header does not match what was computed.",
      ["ClientComputedContentSHA256": given, "S3ComputedContentSHA256": computed])
  }

  static func noBucket(_ name: String) -> Self {
    Self(404, "NoSuchBucket", "The specified bucket does not exist", ["BucketName": name])
  }

  static func noKey(_ key: String) -> Self {
    Self(404, "NoSuchKey", "The specified key does not exist.", ["Key": key])
  }

  static func longKey(_ count: Int, limit: Int) -> Self {
    Self(400, "KeyTooLongError", "Your key is too long", ["Size": "\(count)", "MaxSizeAllowed": "\(limit)"])
  }

  /// Creates the problem of an object that is too large.
  ///
  /// - Parameter count: The size in bytes, or `nil` if the client hasn't stated it.
  static func tooLarge(_ count: Int?, limit: Int) -> Self {
    var problem = Self(
      400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size", ["MaxSizeAllowed": "\(limit)"])
    if let count { problem.details.insert(Detail(name: "ProposedSize", text: "\(count)"), at: 0) }
    return problem
  }

  static func range(_ field: String, count: Int) -> Self {
    var problem = Self(
      416, "InvalidRange", "The requested range is not satisfiable",
      ["RangeRequested": field, "ActualObjectSize": "\(count)"])
    problem.headers["Content-Range"] = "bytes */\(count)"
    return problem
  }

  static func method(_ method: HTTPMethod) -> Self {
    var problem = Self(
      405, "MethodNotAllowed", "The specified method is not allowed against this resource.", ["Method": "\(method)"])
    problem.headers["Allow"] = "GET, HEAD, PUT, DELETE"
    return problem
  }
}
