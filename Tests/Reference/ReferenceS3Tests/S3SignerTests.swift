import ReferenceS3
import Testing

/// Tests of the examples in AWS's documentation of signature version 4.
@Suite struct S3SignerTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var request: HTTPRequest
    var payload: PayloadHash?
    var hash: String
    var signature: String
    var testDescription: String { request.target }
  }

  private static let credentials = S3Credentials(
    accessKey: "AKIAIOSFODNN7EXAMPLE", secret: Token("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"))
  private static let signer = S3Signer(credentials)
  /// Midnight on May 24, 2013.
  private static let time = 1_369_353_600
  /// The payload of a body in signed chunks.
  private static let chunked = PayloadHash.hash("STREAMING-AWS4-HMAC-SHA256-PAYLOAD")
  private static let origin = "https://examplebucket.s3.amazonaws.com"

  @Test(arguments: [
    Vector(
      request: HTTPRequest(.get, origin: origin, path: "/test.txt", headers: ["Range": "bytes=0-9"]),
      hash: "7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972",
      signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
    Vector(
      request: HTTPRequest(
        .put, origin: origin, path: "/test$file.text",
        headers: ["Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"],
        body: Array("Welcome to Amazon S3.".utf8)),
      payload: .hash("44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"),
      hash: "9e0e90d9c76de8fa5b200d8c849cd5b8dc7a3be3951ddb7f6a76b4158342019d",
      signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
    Vector(
      request: HTTPRequest(.get, origin: origin, path: "/", query: "lifecycle"),
      hash: "9766c798316ff2757b517bc739a67f6213b4ab36dd5da2f94eaebf79c77395ca",
      signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    Vector(
      request: HTTPRequest(.get, origin: origin, path: "/", query: "max-keys=2&prefix=J"),
      hash: "df57d21db20da04d7fa30298dd4488ba3a2b47ca3a489c74750e0f1e7df1b9b7",
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    Vector(
      request: HTTPRequest(
        .put, origin: "https://s3.amazonaws.com", path: "/examplebucket/chunkObject.txt",
        headers: [
          "x-amz-storage-class": "REDUCED_REDUNDANCY", "Content-Encoding": "aws-chunked",
          "x-amz-decoded-content-length": "66560", "Content-Length": "66824",
        ]),
      payload: chunked, hash: "cee3fed04b70f867d036f722359b0b1f2f0e5dc0efadbc082b76c4c60e316455",
      signature: "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9"),
  ])
  func `The published requests are signed as published`(vector: Vector) throws {
    let signed = Self.signer.sign(vector.request, at: Self.time, payload: vector.payload)
    let payload = vector.payload ?? PayloadHash(of: vector.request.body)
    #expect(PayloadHash(of: vector.request.body) == payload || payload == Self.chunked)
    #expect(Self.signer.canonicalRequest(of: signed, payload: payload).hash == vector.hash)
    let authorization = try SignedAuthorization(try #require(signed.headers["Authorization"]))
    #expect(authorization.signature == vector.signature)
    #expect(authorization.credential.text == "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request")
    #expect(signed.headers["x-amz-date"] == "20130524T000000Z")
  }

  @Test func `The token of temporary credentials is sent, signed and hidden`() throws {
    var signer = Self.signer
    signer.credentials.sessionToken = Token("temporary")
    let request = HTTPRequest(.get, origin: Self.origin, path: "/test.txt")
    let signed = signer.sign(request, at: Self.time)
    #expect(signed.headers["x-amz-security-token"] == "temporary")
    let authorization = try SignedAuthorization(try #require(signed.headers["Authorization"]))
    #expect(authorization.signedHeaders.contains("x-amz-security-token"))
    var other = signed
    other.headers["x-amz-security-token"] = "another"
    let hash = PayloadHash(of: [])
    #expect(
      signer.canonicalRequest(of: other, payload: hash).hash != signer.canonicalRequest(of: signed, payload: hash).hash)
    #expect(!"\(signed.headers) \(signer)".contains("temporary"))
  }

  @Test func `Signing again replaces the old signature`() {
    let request = HTTPRequest(.get, origin: Self.origin, path: "/test.txt")
    let once = Self.signer.sign(request, at: Self.time)
    #expect(Self.signer.sign(Self.signer.sign(request, at: 7), at: Self.time) == once)
  }

  @Test func `Descriptions and dumps show no secrets`() {
    var text = "\(Self.signer) \(String(reflecting: Self.credentials)) "
    dump(Self.signer, to: &text)
    dump(Self.signer.sign(HTTPRequest(.get, origin: Self.origin, path: "/k"), at: 0), to: &text)
    #expect(text.contains("AKIAIOSFODNN7EXAMPLE"))
    #expect(!text.contains("wJalr") && !text.contains("Signature="))
  }
}
