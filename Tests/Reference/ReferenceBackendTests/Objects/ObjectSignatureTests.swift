import ReferenceS3
import Testing

@testable import ReferenceBackend

@Suite struct ObjectSignatureTests {
  @Test func `A request for another host has a wrong signature`() {
    var bucket = Bucket()
    var request = bucket.signer.sign(Bucket.request(.put, "k", "x"), at: bucket.now)
    request.origin = "http://other"
    #expect(bucket.send(request).code == "403 SignatureDoesNotMatch")
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
