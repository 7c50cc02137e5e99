import ColmeiaHTTP
import ColmeiaS3
import ColmeiaSigning
import ColmeiaStorage
import Testing

@testable import ColmeiaBackend

@Suite struct ChunkedBodyTests {
  /// The example in AWS's documentation: 65 KiB of "a" in chunks of at most 64 KiB.
  private static func published() -> (Bucket, HTTPRequest) {
    var bucket = Bucket()
    bucket.now = 1_369_353_600
    let (key, secret) = ("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    bucket.signer.credentials = S3Credentials(accessKey: key, secret: Token(secret))
    (bucket.backend.objects.bucket, bucket.backend.objects.accessKey) = ("examplebucket", key)
    bucket.backend.objects.secret = secret
    let request = HTTPRequest(
      .put, path: "/examplebucket/chunkObject.txt",
      headers: [
        "Host": "s3.amazonaws.com", "x-amz-storage-class": "REDUCED_REDUNDANCY", "Content-Encoding": "aws-chunked",
        "x-amz-decoded-content-length": "66560", "Content-Length": "66824",
      ],
      body: chunk(65_536, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648")
        + chunk(1_024, "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497")
        + chunk(0, "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9"))
    return (bucket, bucket.signer.sign(request, at: bucket.now, payload: .chunked))
  }

  private static func chunk(_ count: Int, _ signature: String) -> [UInt8] {
    Array(
      "\(String(count, radix: 16));chunk-signature=\(signature)\r\n\(String(repeating: "a", count: count))\r\n".utf8)
  }

  @Test func `The published example of a chunked body is accepted`() {
    var (bucket, request) = Self.published()
    #expect(request.body.count == 66_824)
    #expect(bucket.send(request).code == "200")
    let get = bucket.ask(HTTPRequest(.get, path: "/examplebucket/chunkObject.txt", headers: ["Host": "h"]))
    #expect(get.text == String(repeating: "a", count: 66_560))
    #expect(get.headers["Content-Encoding"] == nil)
  }

  @Test(arguments: [
    ("a changed byte", "403 SignatureDoesNotMatch"), ("a changed signature", "403 SignatureDoesNotMatch"),
    ("no last chunk", "400 IncompleteBody"), ("bytes behind the last chunk", "400 IncompleteBody"),
    ("no size", "400 IncompleteBody"), ("a negative size", "400 IncompleteBody"), ("a huge size", "400 IncompleteBody"),
    ("no chunk", "400 IncompleteBody"),
  ])
  func `A body that differs from what was signed is refused`(change: String, code: String) {
    var (bucket, request) = Self.published()
    switch change {
    case "a changed byte": request.body[1_000] = 0
    case "a changed signature": request.body[30] ^= 1
    case "no last chunk": request.body.removeLast(86)
    case "bytes behind the last chunk": request.body.append(0)
    case "no size": request.body.removeFirst(5)
    case "a negative size": request.body[0] = UInt8(ascii: "-")
    case "a huge size": request.body.replaceSubrange(0..<5, with: Array("ffffffff".utf8))
    default: request.body = []
    }
    #expect(bucket.send(request).code == code)
    #expect(bucket.state == Backend.State())
  }

  @Test(arguments: [
    ("66559", "400 IncompleteBody"), ("much", "411 MissingContentLength"), (nil, "411 MissingContentLength"),
  ])
  func `A body with another length than stated is refused`(length: String?, code: String) {
    var (bucket, request) = Self.published()
    request.headers["x-amz-decoded-content-length"] = length
    // The seed is different, so the chunks must be signed again.
    request = bucket.signer.sign(request, at: bucket.now, payload: .chunked)
    request.body = Self.body(behind: request)
    #expect(bucket.send(request).code == code)
  }

  private static func body(behind request: HTTPRequest) -> [UInt8] {
    let scope = SigningScope(day: "20130524", region: "us-east-1")
    let key = SigningKey(secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", scope: scope)
    let seed = request.headers["Authorization"]?.split(separator: "Signature=").last.map(String.init) ?? ""
    var signatures = ChunkSignatures(key, at: SigningTime(seconds: 1_369_353_600), scope, seed: seed)
    return [65_536, 1_024, 0].flatMap { count in
      chunk(count, signatures.sign(repeatElement(UInt8(ascii: "a"), count: count)))
    }
  }

  @Test func `The content coding of the object itself is stored`() {
    var bucket = Bucket()
    #expect(bucket.ask(.put, headers: ["Content-Encoding": "aws-chunked, gzip"], "x").status == 200)
    #expect(bucket.ask(.get).headers["Content-Encoding"] == "gzip")
  }
}
