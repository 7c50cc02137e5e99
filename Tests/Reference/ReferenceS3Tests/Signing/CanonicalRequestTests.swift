import Testing

@testable import ReferenceS3

@Suite struct CanonicalRequestTests {
  @Test func `A canonical request has its parts on separate lines`() {
    let request = HTTPRequest(
      .get, origin: "http://127.0.0.1:8080", path: "/b/a c", query: "z=1&a",
      headers: ["X-Amz-Date": "now", "Range": "bytes=0-9", "Accept": "*/*"])
    let canonical = CanonicalRequest(request, signing: ["Range", "host", "X-Amz-Date"], payload: .unsigned)
    #expect(
      canonical.text == """
        GET
        /b/a%20c
        a=&z=1
        host:127.0.0.1:8080
        range:bytes=0-9
        x-amz-date:now

        host;range;x-amz-date
        UNSIGNED-PAYLOAD
        """)
    #expect(canonical.signedHeaders == "host;range;x-amz-date")
    #expect(
      canonical.stringToSign(at: SigningTime(seconds: 0), SigningScope(day: "19700101", region: "r"))
        == "AWS4-HMAC-SHA256\n19700101T000000Z\n19700101/r/s3/aws4_request\n\(canonical.hash)")
  }

  @Test func `The signature matches the first case of the AWS Signature Version 4 test suite`() {
    let request = HTTPRequest(
      .get, path: "/", headers: ["Host": "example.amazonaws.com", "X-Amz-Date": "20150830T123600Z"])
    let canonical = CanonicalRequest(request, signing: ["host", "x-amz-date"], payload: PayloadHash(of: []))
    let scope = SigningScope(day: "20150830", region: "us-east-1", service: "service")
    let key = SigningKey(secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", scope: scope)
    let text = canonical.stringToSign(at: SigningTime(seconds: 1_440_938_160), scope)
    #expect(key.signature(of: text) == "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")
  }

  @Test(arguments: [
    ("", "/"), ("/", "/"), ("/test.txt", "/test.txt"), ("/test$file.text", "/test%24file.text"),
    ("/test%24file.text", "/test%24file.text"), ("/a%2fb", "/a%2Fb"), ("/~a-b_c.d", "/~a-b_c.d"),
    ("/%7ea", "/~a"), ("/a//b/", "/a//b/"), ("/a/../b/.", "/a/../b/."), ("/ã é", "/%C3%A3%20%C3%A9"),
    ("/100%", "/100%25"), ("/%4", "/%254"), ("/%zz", "/%25zz"), ("/%+1", "/%25%2B1"), ("/a+b", "/a%2Bb"),
    ("/%ff%00", "/%FF%00"),
  ])
  func `A path is encoded once and keeps its segments`(path: String, canonical: String) {
    #expect(CanonicalText.path(path) == canonical)
    #expect(CanonicalText.path(canonical) == canonical)
  }

  @Test(arguments: [
    ("", ""), ("lifecycle", "lifecycle="), ("lifecycle=", "lifecycle="), ("prefix=J&max-keys=2", "max-keys=2&prefix=J"),
    ("a=2&a=1&a", "a=&a=1&a=2"), ("b=1&A=2&a=3", "A=2&a=3&b=1"), ("k=a/b=c", "k=a%2Fb%3Dc"), ("&&a=1&", "a=1"),
    ("%61=%2f", "a=%2F"), ("a=1&a%20=1&a-=1", "a=1&a%20=1&a-=1"),
  ])
  func `A query is encoded and sorted`(query: String, canonical: String) {
    #expect(CanonicalText.query(query) == canonical)
  }

  @Test func `White space in values is normalized, and fields with the same name are joined`() {
    let request = HTTPRequest(
      .get, path: "/", headers: ["My-Header": "  a   b  c ", "My-header": "d\t\te", "Host": "h"])
    let text = CanonicalRequest(request, signing: ["MY-HEADER", "my-header", "absent"], payload: .unsigned).text
    #expect(
      text == """
        GET
        /

        absent:
        my-header:a b c,d e

        absent;my-header
        UNSIGNED-PAYLOAD
        """)
  }

  @Test func `The signed host comes from the Host field, or else from the origin`() {
    for (origin, field, host) in [
      ("https://a.example", nil, "a.example"), ("http://[::1]:80", nil, "[::1]:80"), ("http://a", "b:1", "b:1"),
      ("", nil, ""),
    ] {
      var request = HTTPRequest(.get, origin: origin, path: "/")
      request.headers["Host"] = field
      #expect(CanonicalRequest(request, signing: ["host"], payload: .unsigned).text.contains("\nhost:\(host)\n"))
    }
  }

  @Test func `A payload hash has one of two forms`() {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(PayloadHash(of: []).text == empty)
    for text in [empty, "UNSIGNED-PAYLOAD"] {
      #expect(PayloadHash(text)?.text == text)
    }
    for text in ["", "unsigned-payload", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", String(empty.dropLast()), "g" + empty] {
      #expect(PayloadHash(text) == nil)
    }
  }
}
