import Testing

@testable import ReferenceBackend

@Suite struct ObjectRefusalTests {
  /// All of these requests have valid signatures.
  @Test(arguments: [
    ("GET /colmeia-photos/none", "404 NoSuchKey"), ("HEAD /colmeia-photos/none", "404"),
    ("GET /other/key", "404 NoSuchBucket"), ("PUT /other", "404 NoSuchBucket"), ("GET /nothing", "404 NoSuchBucket"),
    ("GET /", "501 NotImplemented"), ("GET /colmeia-photos", "501 NotImplemented"),
    ("PUT /colmeia-photos/", "501 NotImplemented"), ("GET /colmeia-photos?list-type=2", "501 NotImplemented"),
    ("PUT /colmeia-photos/there?acl", "501 NotImplemented"),
    ("PUT /colmeia-photos/there?uploads", "501 NotImplemented"),
    ("DELETE /colmeia-photos/there?versionId=1", "501 NotImplemented"),
    ("POST /colmeia-photos/there", "405 MethodNotAllowed"), ("GET /colmeia-photos/%ff", "400 InvalidURI"),
    ("GET /%ff/k", "400 InvalidURI"), ("GET /colmeia-photos/there?x-id=GetObject", "200"),
  ])
  func `Missing objects and unsupported operations are refused with S3's error codes`(line: String, code: String) {
    var bucket = Bucket()
    #expect(bucket.ask(.put, "there", "x").status == 200)
    let before = bucket.state
    let words = line.split(separator: " ")
    let target = words[1].split(separator: "?").map(String.init)
    let request = HTTPRequest(
      HTTPMethod(rawValue: String(words[0])), origin: Bucket.origin, path: target[0],
      query: target.count > 1 ? target[1] : nil)
    let reply = bucket.ask(request)
    #expect(reply.code == code)
    #expect(reply.headers["Allow"] == (reply.status == 405 ? "GET, HEAD, PUT, DELETE" : nil))
    #expect(bucket.state == before)
  }

  @Test(arguments: [
    ("x-amz-copy-source", "/colmeia-photos/there", "501 NotImplemented"), ("If-None-Match", "*", "501 NotImplemented"),
    ("If-Match", "\"x\"", "501 NotImplemented"), ("Content-MD5", "kAFQmDzST7DWlj99KOF/cg==", "200"),
    ("Content-MD5", "kAFQmDzST7DWlj99KOF/cG==", "400 BadDigest"),
    ("x-amz-meta-a", String(repeating: "a", count: 2_048 - 12 - 31), "200"),
    ("x-amz-meta-a", String(repeating: "a", count: 2_048 - 11 - 31), "400 MetadataTooLarge"),
  ])
  func `A put request with another meaning is not treated as a plain put`(name: String, value: String, code: String) {
    var bucket = Bucket()
    #expect(bucket.ask(.put, "k", headers: HTTPHeaders([.init(name, value)]), "abc").code == code)
  }

  @Test func `A key has at most 1,024 bytes`() {
    var bucket = Bucket()
    #expect(bucket.ask(.put, String(repeating: "k", count: 1_024), "x").status == 200)
    let reply = bucket.ask(.put, String(repeating: "k", count: 1_025), "x")
    #expect(reply.code == "400 KeyTooLongError")
    #expect(reply.text.contains("<Size>1025</Size><MaxSizeAllowed>1024</MaxSizeAllowed>"))
  }

  @Test func `Without a signature, only paths of the bucket belong to the object store`() {
    var bucket = Bucket()
    let request = HTTPRequest(.get, path: "/colmeia-photos/k")
    #expect(
      "\(bucket.send(request))" == """
        403 <?xml version="1.0" encoding="UTF-8"?>
        <Error><Code>AccessDenied</Code><Message>Access Denied</Message><Resource>/colmeia-photos/k</Resource>\
        <RequestId>63479AD69A090B25</RequestId></Error>
        """)
    #expect(bucket.send(HTTPRequest(.get, path: "/other/k")).text == #"{"error":{"message":"Not found"}}"#)
  }
}
