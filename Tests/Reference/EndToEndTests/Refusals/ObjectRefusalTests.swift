import ReferenceS3
import Testing

/// Tests each refusal of the object store once, from the request to what its client says. A body beyond the limit is in
/// `ObjectBodyTests`, a full bucket in `ObjectTests`.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ObjectRefusalTests {
  private struct Row: Sendable {
    /// The method and the target, below the bucket unless it begins with a slash.
    var line: String
    /// The status and the code of the response, or the status alone.
    var code: String
    /// What the response also contains.
    var text: String
    /// How many seconds the client's clock is slow.
    var late: Int
    /// A change of the client's signer.
    var signer: @Sendable (inout S3Signer) -> Void
    /// Changes of the request before and after it is signed.
    var before, after: @Sendable (inout HTTPRequest) -> Void

    init(
      _ line: String, _ code: String, has text: String = "", late: Int = 0,
      signer: @escaping @Sendable (inout S3Signer) -> Void = { _ in },
      before: @escaping @Sendable (inout HTTPRequest) -> Void = { _ in },
      after: @escaping @Sendable (inout HTTPRequest) -> Void = { _ in }
    ) {
      (self.line, self.code, self.text, self.late) = (line, code, text, late)
      (self.signer, self.before, self.after) = (signer, before, after)
    }
  }

  /// What the client says of each response.
  private static let advice = [
    "404": "The object or the bucket does not exist. Check the key and the address.",
    "404 NoSuchKey": "The object does not exist. Check the key.",
    "404 NoSuchBucket": "The bucket does not exist. Check its name and the address.",
    "403 AccessDenied": "The credentials may not do this, or the address has expired. Request a new one.",
    "403 InvalidAccessKeyId": "The credentials are not valid. Get new ones.",
    "403 SignatureDoesNotMatch": "The secret is wrong, or the request was changed in transit.",
    "403 RequestTimeTooSkewed": "The clocks are too far apart. Set this device's clock.",
    "400 AuthorizationHeaderMalformed": "Check the region.",
    "501 NotImplemented": says("A header or query you provided implies functionality that is not implemented"),
    "405 MethodNotAllowed": says("The specified method is not allowed against this resource."),
    "400 InvalidURI": says("Couldn't parse the specified URI."),
    "400 BadDigest": says("The Content-MD5 you specified did not match what we received."),
    "400 MetadataTooLarge": says("Your metadata headers exceed the maximum allowed metadata size"),
    "400 KeyTooLongError": says("Your key is too long"),
    "416 InvalidRange": says("The requested range is not satisfiable"),
    "412 PreconditionFailed": says("At least one of the pre-conditions you specified did not hold"),
    "400 InvalidToken": says("The provided token is malformed or otherwise invalid."),
    "400 InvalidRequest": says("Missing required header for this request: x-amz-content-sha256"),
    "400 InvalidArgument": says("x-amz-content-sha256 must be UNSIGNED-PAYLOAD, or a valid sha256 value."),
    "400 XAmzContentSHA256Mismatch": says(
      "The provided 'x-amz-content-sha256' header does not match what was computed."),
  ]

  private static func says(_ text: String) -> String { "The server says: \(text)" }

  private static let operations: [Row] = [
    Row("GET none", "404 NoSuchKey", has: "<Key>none</Key>"), Row("HEAD none", "404"),
    Row("GET /other/key", "404 NoSuchBucket", has: "<BucketName>other</BucketName>"),
    Row("PUT /other", "404 NoSuchBucket"), Row("GET /nothing", "404 NoSuchBucket"),
    Row("GET /", "501 NotImplemented"), Row("GET /colmeia-photos", "501 NotImplemented"),
    Row("PUT /colmeia-photos/", "501 NotImplemented"), Row("GET /colmeia-photos?list-type=2", "501 NotImplemented"),
    Row("PUT there?acl", "501 NotImplemented"), Row("PUT there?uploads", "501 NotImplemented"),
    Row("DELETE there?versionId=1", "501 NotImplemented"),
    Row("PUT there", "501 NotImplemented", before: { $0.headers["x-amz-copy-source"] = "/colmeia-photos/there" }),
    Row("PUT there", "501 NotImplemented", before: { $0.headers["If-None-Match"] = "*" }),
    Row("PUT there", "501 NotImplemented", before: { $0.headers["If-Match"] = "\"x\"" }),
    Row("POST there", "405 MethodNotAllowed"), Row("GET %ff", "400 InvalidURI"), Row("GET /%ff/k", "400 InvalidURI"),
    Row("PUT there", "400 BadDigest", before: { $0.headers["Content-MD5"] = "kAFQmDzST7DWlj99KOF/cG==" }),
    Row(
      "PUT there", "400 MetadataTooLarge",
      before: { $0.headers["x-amz-meta-a"] = String(repeating: "a", count: 2_048 - 11 - 22) }),
    Row(
      "PUT \(String(repeating: "k", count: 1_025))", "400 KeyTooLongError",
      has: "<Size>1025</Size><MaxSizeAllowed>1024</MaxSizeAllowed>"),
    Row(
      "GET there", "416 InvalidRange",
      has: "<RangeRequested>bytes=3-</RangeRequested><ActualObjectSize>1</ActualObjectSize>",
      before: { $0.headers["Range"] = "bytes=3-" }),
    Row(
      "GET there", "412 PreconditionFailed", has: "<Condition>If-Match</Condition>",
      before: { $0.headers["If-Match"] = "\"x\"" }),
  ]

  private static let signatures: [Row] = [
    Row("PUT there", "403 AccessDenied", after: { $0.headers["Authorization"] = nil }),
    Row(
      "PUT there", "400 AuthorizationHeaderMalformed", has: "Credential is missing.",
      after: { $0.headers["Authorization"] = "AWS4-HMAC-SHA256 Signature=0" }),
    Row("PUT there", "403 SignatureDoesNotMatch", after: { $0.query = "X-Amz-Signature=0" }),
    Row(
      "PUT there", "400 AuthorizationHeaderMalformed", has: "expecting 'us-east-1'", signer: { $0.region = "sa-east-1" }
    ),
    Row(
      "PUT there", "400 AuthorizationHeaderMalformed", has: "'s3'",
      after: { $0.headers["Authorization"]?.replace("/s3/", with: "/iam/") }),
    Row(
      "PUT there", "400 AuthorizationHeaderMalformed", has: "Date",
      after: { $0.headers["Authorization"]?.replace("/20200913/", with: "/20200912/") }),
    Row(
      "PUT there", "403 InvalidAccessKeyId", has: "<AWSAccessKeyId>someone&amp;</AWSAccessKeyId>",
      signer: { $0.credentials.accessKey = "someone&" }),
    Row("PUT there", "400 InvalidToken", before: { $0.headers["x-amz-security-token"] = "t" }),
    Row("PUT there", "403 AccessDenied", has: "date", after: { $0.headers["x-amz-date"] = nil }),
    Row("PUT there", "403 AccessDenied", has: "date", after: { $0.headers["x-amz-date"] = "now" }),
    Row(
      "PUT there", "403 RequestTimeTooSkewed",
      has: "<RequestTime>20200913T121139Z</RequestTime><ServerTime>2020-09-13T12:26:40.000Z</ServerTime>"
        + "<MaxAllowedSkewMilliseconds>900000</MaxAllowedSkewMilliseconds>", late: 901),
    Row("PUT there", "403 SignatureDoesNotMatch", signer: { $0.credentials.secret = Token("guess") }),
    Row("PUT there", "403 SignatureDoesNotMatch", after: { $0.path += "2" }),
    Row("PUT there", "403 SignatureDoesNotMatch", after: { $0.method = .delete }),
    Row("PUT there", "403 SignatureDoesNotMatch", after: { $0.query = "x-id=1" }),
    Row("PUT there", "403 SignatureDoesNotMatch", after: { $0.headers["Content-Type"] = "text/html" }),
    Row("PUT there", "403 SignatureDoesNotMatch", after: { $0.headers["x-amz-content-sha256"] = "UNSIGNED-PAYLOAD" }),
    Row("PUT there", "400 InvalidRequest", after: { $0.headers["x-amz-content-sha256"] = nil }),
    Row(
      "PUT there", "400 InvalidArgument",
      after: { $0.headers["x-amz-content-sha256"] = "900150983cd24fb0d6963f7d28e17f72" }),
    Row(
      "PUT there", "501 NotImplemented",
      after: { $0.headers["x-amz-content-sha256"] = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" }),
    Row(
      "PUT there", "403 AccessDenied", has: "<HeadersNotSigned>x-amz-acl, x-amz-meta-a</HeadersNotSigned>",
      after: { for name in ["x-amz-meta-a", "X-Amz-Acl"] { $0.headers[name] = "1" } }),
    Row(
      "PUT there", "403 AccessDenied", has: "<HeadersNotSigned>host</HeadersNotSigned>",
      after: { $0.headers["Authorization"]?.replace(";host;", with: ";") }),
    Row(
      "PUT there", "400 XAmzContentSHA256Mismatch",
      has: "<ClientComputedContentSHA256>ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad<",
      after: { $0.body = [0] }),
  ]

  @Test func `Each refused request gets its response, which the client explains, and changes nothing`() async throws {
    let backend = try LocalBackend()
    let signer = S3Signer(S3Credentials(accessKey: "colmeia-demo", secret: Token("colmeia-demo-secret")))
    let store = ObjectStore(
      backend.transport, try S3Address(try BaseURL(backend.server.origin), bucket: "colmeia-photos"), signer
    ) { 1_600_000_000 }
    try await store.put(UploadBody([7]), at: "there", contentType: "image/png")
    for row in Self.operations + Self.signatures {
      let words = row.line.split(separator: " ").map(String.init)
      let target = words[1].split(separator: "?").map(String.init)
      var request = HTTPRequest(
        HTTPMethod(rawValue: words[0]), origin: backend.server.origin,
        path: target[0].hasPrefix("/") ? target[0] : "/colmeia-photos/" + target[0],
        query: target.count > 1 ? target[1] : nil)
      if request.method == .put {
        (request.body, request.headers) = (Array("abc".utf8), ["Content-Type": "image/jpeg"])
      }
      var own = signer
      row.signer(&own)
      row.before(&request)
      request = own.sign(request, at: 1_600_000_000 - row.late)
      row.after(&request)
      let (response, call) = (try await backend.transport.send(request), "\(request.method) \(request.path)")
      let failure = S3Failure(call: call, response)
      let reason = failure.code.map { "\($0) (status \(response.status))" } ?? "status \(response.status)"
      #expect("\(response.status)\(failure.code.map { " \($0)" } ?? "")" == row.code, "\(row.line)")
      let said = "\(call) was refused with \(reason). \(Self.advice[row.code] ?? "")"
      #expect("\(ObjectStoreError.refused(failure))" == said)
      #expect(request.method == .head || failure.requestID != nil)
      let text = String(decoding: response.body, as: UTF8.self)
      #expect(row.text.isEmpty || text.contains(row.text), "\(row.line): \(text)")
      #expect(response.headers["Content-Type"] == "application/xml" && !text.contains("colmeia-demo-secret"))
      #expect(response.headers["Allow"] == (response.status == 405 ? "GET, HEAD, PUT, DELETE" : nil))
    }
    let there = try await store.signed.send(try store.address.request(.get, "there"))
    #expect(there.body == [7] && there.headers["Content-Type"] == "image/png")
    #expect(try await store.signed.send(try store.address.request(.get, "k")).status == 404)
    await backend.close()
  }
}
