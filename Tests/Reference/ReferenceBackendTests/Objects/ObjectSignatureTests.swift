import ReferenceS3
import Testing

@testable import ReferenceBackend

@Suite struct ObjectSignatureTests {
  /// A mistake of a client, and the expected response.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: String
    /// A text that the response contains in addition to the code.
    var text = ""
    var method = HTTPMethod.put
    var prepare: @Sendable (inout Bucket) -> Void = { _ in }
    /// A change of the request before it is signed.
    var before: @Sendable (inout HTTPRequest) -> Void = { _ in }
    /// A change of the request after it is signed.
    var after: @Sendable (inout HTTPRequest) -> Void = { _ in }
  }

  private static func expectRefusal(_ mistake: Mistake, _ sign: (Bucket, HTTPRequest) -> HTTPRequest) {
    var bucket = Bucket()
    #expect(bucket.ask(.put, "there", "x").status == 200)
    let before = bucket.state
    var request = Bucket.request(mistake.method, "there", headers: ["Content-Type": "image/jpeg"], "abc")
    if mistake.method == .get { request.body = [] }
    mistake.prepare(&bucket)
    mistake.before(&request)
    request = sign(bucket, request)
    mistake.after(&request)
    let reply = bucket.send(request)
    #expect(reply.code == mistake.code)
    #expect(mistake.text.isEmpty || reply.text.contains(mistake.text), "\(reply)")
    #expect(reply.headers["Content-Type"] == "application/xml")
    #expect(reply.text.contains("<Resource>\(XMLText.escape(request.path))</Resource><RequestId>"))
    #expect(!reply.text.contains("colmeia-demo-secret"))
    #expect(bucket.state == before)
  }

  @Test(arguments: [
    Mistake(testDescription: "no signature", code: "403 AccessDenied", after: { $0.headers["Authorization"] = nil }),
    Mistake(
      testDescription: "another scheme", code: "400 InvalidRequest", after: { $0.headers["Authorization"] = "Bearer x" }
    ),
    Mistake(
      testDescription: "a part of the field", code: "400 AuthorizationHeaderMalformed", text: "Credential is missing.",
      after: { $0.headers["Authorization"] = "AWS4-HMAC-SHA256 Signature=0" }),
    Mistake(
      testDescription: "a query that was not signed", code: "403 SignatureDoesNotMatch",
      after: { $0.query = "X-Amz-Signature=0" }),
    Mistake(
      testDescription: "another region", code: "400 AuthorizationHeaderMalformed", text: "expecting 'us-east-1'",
      prepare: { $0.signer.region = "sa-east-1" }),
    Mistake(
      testDescription: "another service", code: "400 AuthorizationHeaderMalformed", text: "'s3'",
      after: { $0.headers["Authorization"]?.replace("/s3/", with: "/iam/") }),
    Mistake(
      testDescription: "another day in the credential", code: "400 AuthorizationHeaderMalformed", text: "Date",
      after: { $0.headers["Authorization"]?.replace("/20190826/", with: "/20190825/") }),
    Mistake(
      testDescription: "an unknown access key", code: "403 InvalidAccessKeyId",
      text: "<AWSAccessKeyId>someone&amp;</AWSAccessKeyId>", prepare: { $0.signer.credentials.accessKey = "someone&" }),
    Mistake(
      testDescription: "a session token", code: "400 InvalidToken",
      before: { $0.headers["x-amz-security-token"] = "t" }),
    Mistake(
      testDescription: "no date", code: "403 AccessDenied", text: "date", after: { $0.headers["x-amz-date"] = nil }),
    Mistake(
      testDescription: "an invalid date", code: "403 AccessDenied", text: "date",
      after: { $0.headers["x-amz-date"] = "now" }),
    Mistake(
      testDescription: "a clock that is slow", code: "403 RequestTimeTooSkewed",
      text: "<RequestTime>20190826T114640Z</RequestTime><ServerTime>2019-08-26T12:01:41.000Z</ServerTime>"
        + "<MaxAllowedSkewMilliseconds>900000</MaxAllowedSkewMilliseconds>", prepare: { $0.now += 901 }),
    Mistake(
      testDescription: "another secret", code: "403 SignatureDoesNotMatch",
      prepare: { $0.signer.credentials.secret = Token("guess") }),
    Mistake(testDescription: "a changed path", code: "403 SignatureDoesNotMatch", after: { $0.path += "2" }),
    Mistake(testDescription: "another method", code: "403 SignatureDoesNotMatch", after: { $0.method = .delete }),
    Mistake(testDescription: "a changed query", code: "403 SignatureDoesNotMatch", after: { $0.query = "x-id=1" }),
    Mistake(testDescription: "another host", code: "403 SignatureDoesNotMatch", after: { $0.origin = "http://other" }),
    Mistake(
      testDescription: "another type", code: "403 SignatureDoesNotMatch",
      after: { $0.headers["Content-Type"] = "text/html" }),
    Mistake(
      testDescription: "another hash of the body", code: "403 SignatureDoesNotMatch",
      after: { $0.headers["x-amz-content-sha256"] = "UNSIGNED-PAYLOAD" }),
    Mistake(
      testDescription: "no hash of the body", code: "400 InvalidRequest",
      after: { $0.headers["x-amz-content-sha256"] = nil }),
    Mistake(
      testDescription: "an unsupported hash", code: "400 InvalidArgument",
      after: { $0.headers["x-amz-content-sha256"] = "900150983cd24fb0d6963f7d28e17f72" }),
    Mistake(
      testDescription: "signed chunks", code: "501 NotImplemented",
      after: { $0.headers["x-amz-content-sha256"] = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" }),
    Mistake(
      testDescription: "fields that are not signed", code: "403 AccessDenied",
      text: "<HeadersNotSigned>x-amz-acl, x-amz-meta-a</HeadersNotSigned>",
      after: {
        $0.headers["x-amz-meta-a"] = "1"
        $0.headers["X-Amz-Acl"] = "1"
      }),
    Mistake(
      testDescription: "a host that is not signed", code: "403 AccessDenied",
      text: "<HeadersNotSigned>host</HeadersNotSigned>",
      after: { $0.headers["Authorization"]?.replace(";host;", with: ";") }),
    Mistake(
      testDescription: "a changed body", code: "400 XAmzContentSHA256Mismatch",
      text: "<ClientComputedContentSHA256>ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad<",
      after: { $0.body = [0] }),
  ])
  func `An invalid signature is refused with S3's error code`(mistake: Mistake) {
    Self.expectRefusal(mistake) { $0.signer.sign($1, at: Bucket.start) }
  }

  @Test(arguments: [(-901, false), (-900, true), (0, true), (900, true), (901, false)])
  func `The clocks may differ by 15 minutes`(offset: Int, isFine: Bool) {
    var bucket = Bucket()
    let reply = bucket.send(bucket.signer.sign(Bucket.request(.put, "k", "x"), at: bucket.now + offset))
    #expect(reply.code == (isFine ? "200" : "403 RequestTimeTooSkewed"))
  }

  @Test func `The response to a wrong signature contains what the server signed`() throws {
    var bucket = Bucket()
    bucket.signer.credentials.secret = Token("guess")
    let request = bucket.signer.sign(Bucket.request(.get, "a b", query: "x-id=1&X-Amz-b=<2>"), at: bucket.now)
    let reply = bucket.send(request)
    let canonical = bucket.signer.canonicalRequest(of: request, payload: PayloadHash(of: []))
    let scope = SigningScope(day: "20190826", region: "us-east-1")
    let failure = S3Failure(call: "", HTTPResponse(reply.status, body: reply.bytes))
    #expect(failure.code == .signatureDoesNotMatch)
    let texts = XMLReader.texts(in: reply.bytes, root: "Error")
    #expect(texts?["CanonicalRequest"] == canonical.text)
    #expect(texts?["StringToSign"] == canonical.stringToSign(at: SigningTime(seconds: bucket.now), scope))
    #expect(reply.text.contains("<AWSAccessKeyId>colmeia-demo</AWSAccessKeyId>"))
  }

  @Test func `Descriptions and dumps don't show the secret`() {
    var text = "\(ObjectSettings()) "
    dump(Backend(), to: &text)
    #expect(text.contains("colmeia-photos") && !text.contains("secret"))
  }
}
