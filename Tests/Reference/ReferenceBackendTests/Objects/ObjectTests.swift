import Testing

@testable import ReferenceBackend

@Suite struct ObjectTests {
  private static let md5OfABC = "\"900150983cd24fb0d6963f7d28e17f72\""

  private static func withABC() -> Bucket {
    var bucket = Bucket()
    let put = bucket.exchange(.put, headers: ["Content-Type": "image/jpeg"], "abc")
    #expect(put.code == "200")
    return bucket
  }

  @Test func `An object is stored, fetched, described and removed`() {
    var bucket = Bucket()
    let put = bucket.exchange(
      .put, headers: ["Content-Type": "image/jpeg", "x-amz-meta-Name": "ã", "Cache-Control": "no-cache"], "abc")
    #expect(put.status == 200 && put.bytes.isEmpty && put.headers["ETag"] == Self.md5OfABC)
    bucket.now += 60
    let get = bucket.exchange(.get)
    #expect(get.status == 200 && get.text == "abc")
    #expect(
      get.headers == [
        "ETag": Self.md5OfABC, "Last-Modified": "Mon, 26 Aug 2019 11:46:40 GMT", "Accept-Ranges": "bytes",
        "cache-control": "no-cache", "content-type": "image/jpeg", "x-amz-meta-name": "ã",
      ])
    let head = bucket.exchange(.head)
    var fields = get.headers
    fields["Content-Length"] = "3"
    #expect(head.status == 200 && head.bytes.isEmpty && head.headers == fields)
    for _ in 0..<2 { #expect(bucket.exchange(.delete).code == "204") }
    #expect(bucket.exchange(.get).code == "404 NoSuchKey")
    #expect(bucket.exchange(.head).code == "404")
    #expect(bucket.state == Backend.State())
  }

  @Test func `Storing an object replaces the existing one completely`() {
    var bucket = Self.withABC()
    #expect(bucket.exchange(.put, "").code == "501 NotImplemented")
    #expect(bucket.exchange(.put, "users/1/a.jpg", "").status == 200)
    let get = bucket.exchange(.get)
    #expect(get.status == 200 && get.bytes.isEmpty && get.headers["Content-Type"] == "binary/octet-stream")
    #expect(bucket.state.objects.count == 1)
  }

  @Test func `A key is identified by its bytes, regardless of the encoding in the path`() {
    var bucket = Bucket()
    for key in ["a%2Fb", "%C3%A3", "a%CC%83", "a//b", "a+b", "A"] {
      #expect(bucket.exchange(.put, key, key).status == 200)
    }
    #expect(bucket.state.objects.count == 6)
    #expect(bucket.exchange(.get, "a/b").text == "a%2Fb")
    #expect(bucket.exchange(.get, "%c3%a3").text == "%C3%A3")
    #expect(bucket.exchange(.get, "a%CC%83").text == "a%CC%83")
    #expect(bucket.exchange(.get, "a").code == "404 NoSuchKey")
  }

  @Test(arguments: [
    ("bytes=0-1", 206, "ab", "bytes 0-1/3"), ("bytes=1-1", 206, "b", "bytes 1-1/3"),
    ("bytes=1-", 206, "bc", "bytes 1-2/3"), ("bytes=0-99", 206, "abc", "bytes 0-2/3"),
    ("bytes=-2", 206, "bc", "bytes 1-2/3"), ("bytes=-99", 206, "abc", "bytes 0-2/3"), ("bytes=2-1", 200, "abc", nil),
    ("bytes=0-0,2-2", 200, "abc", nil), ("bytes=-", 200, "abc", nil), ("lines=0-1", 200, "abc", nil),
    ("bytes=a-b", 200, "abc", nil), ("bytes=0", 200, "abc", nil), ("bytes=+0-1", 200, "abc", nil),
    ("bytes=0-9999999999999999999", 200, "abc", nil),
  ])
  func `A valid range gives that part, and an unsupported one the whole object`(
    field: String, status: Int, text: String, range: String?
  ) {
    var bucket = Self.withABC()
    let reply = bucket.exchange(.get, headers: ["Range": field])
    #expect("\(reply)" == "\(status) \(text)")
    #expect(reply.headers["Content-Range"] == range)
    #expect(reply.headers["ETag"] == Self.md5OfABC && reply.headers["Content-Type"] == "image/jpeg")
  }

  @Test(arguments: ["bytes=3-", "bytes=3-9", "bytes=-0"])
  func `A range past the end is refused with the size of the object`(field: String) {
    var bucket = Self.withABC()
    let reply = bucket.exchange(.get, headers: ["Range": field])
    #expect(reply.code == "416 InvalidRange")
    #expect(reply.headers["Content-Range"] == "bytes */3")
    #expect(bucket.exchange(.get, headers: ["Range": field, "If-Range": "\"x\""]).text == "abc")
  }

  @Test(arguments: [
    ("If-None-Match", Self.md5OfABC, 304), ("If-None-Match", "W/\(Self.md5OfABC), \"x\"", 304),
    ("If-None-Match", "*", 304), ("If-None-Match", "\"x\"", 200), ("If-Match", Self.md5OfABC, 200),
    ("If-Match", "\"x\"", 412),
  ])
  func `Conditional requests are supported`(name: String, value: String, status: Int) {
    var bucket = Self.withABC()
    let reply = bucket.exchange(.get, headers: HTTPHeaders([.init(name, value)]))
    #expect(reply.status == status)
    #expect(status != 304 || (reply.bytes.isEmpty && reply.headers["ETag"] == Self.md5OfABC))
  }

  @Test func `The limits are exact, and a refused object changes nothing`() {
    var bucket = Bucket()
    // The size of an object consists of its key, `content-type`, "t", and its body.
    let type: HTTPHeaders = ["Content-Type": "t"]
    bucket.backend.objects.largestObject = 4
    bucket.backend.objects.capacity = 2 * 18
    bucket.backend.objects.mostObjects = 2
    #expect(bucket.exchange(.put, "a", headers: type, "abcd").status == 200)
    #expect(bucket.state.objects.size == 18)
    #expect(bucket.exchange(.put, "a", headers: type, "abcde").code == "400 EntityTooLarge")
    #expect(bucket.exchange(.put, "b", headers: type, "abcd").status == 200)
    let full = bucket.state
    for key in ["c", "aa"] { #expect(bucket.exchange(.put, key, headers: type, "").code == "403 QuotaExceeded") }
    #expect(bucket.exchange(.put, "a", headers: ["Content-Type": "tt"], "abcd").code == "403 QuotaExceeded")
    #expect(bucket.state == full)
    #expect(bucket.exchange(.put, "a", headers: type, "").status == 200)
    #expect(bucket.exchange(.delete, "b").status == 204)
    #expect(bucket.exchange(.put, "c", headers: type, "abcd").status == 200)
    #expect(bucket.state.objects.size == 14 + 18)
  }

  @Test func `What is just within the limits of a request is stored`() {
    var bucket = Bucket()
    #expect(bucket.exchange(.put, String(repeating: "k", count: 1_024), "x").code == "200")
    let metadata = String(repeating: "a", count: 2_048 - 12 - 31)
    for (name, value) in [("x-amz-meta-a", metadata), ("Content-MD5", "kAFQmDzST7DWlj99KOF/cg==")] {
      #expect(bucket.exchange(.put, "k", headers: HTTPHeaders([.init(name, value)]), "abc").code == "200")
    }
    #expect(bucket.exchange(.get, "k", query: "x-id=GetObject").code == "200")
  }

  @Test func `Without a signature, only paths of the bucket belong to the object store`() {
    var bucket = Bucket()
    #expect(bucket.send(HTTPRequest(.get, path: "/colmeia-photos/k")).code == "403 AccessDenied")
    #expect(bucket.send(HTTPRequest(.get, path: "/other/k")).text == #"{"error":{"message":"Not found"}}"#)
  }

  @Test func `Objects are restored from the written data`() throws {
    var bucket = Self.withABC()
    for key in ["b", "%C3%A3", "a%CC%83"] { #expect(bucket.exchange(.put, key, key).status == 200) }
    let bytes = try BackendData.write(bucket.state)
    let read = try BackendData.read(bytes, blobsOf: bucket.state)
    #expect(read == bucket.state)
    #expect(try BackendData.write(read) == bytes)
  }

  @Test(arguments: [
    ("ba7816bf", "BA7816BF"), ("ba7816bf", ""), ("ba7816bf", "../../bf"), (#""key": "users/1/a.jpg""#, #""key": "zz""#),
  ])
  func `Damaged objects are refused`(part: String, other: String) throws {
    var bucket = Self.withABC()
    #expect(bucket.exchange(.put, "z", "z").status == 200)
    let text = String(decoding: try BackendData.writeUnchecked(bucket.state), as: UTF8.self)
    #expect(text.contains(part))
    let damaged = Array(text.replacing(part, with: other).utf8)
    let error = #expect(throws: BackendDataError.self) { try BackendData.read(damaged, blobsOf: bucket.state) }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `The bucket exists only if the operator serves it`() {
    var bucket = Bucket()
    bucket.backend.services = [.iddog, .eventbee]
    #expect("\(bucket.exchange(.get))" == #"404 {"error":{"message":"Not found"}}"#)
    bucket.backend.services = [.objects]
    #expect(bucket.exchange(.get).code == "404 NoSuchKey")
  }
}
