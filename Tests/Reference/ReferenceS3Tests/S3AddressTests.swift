import ReferenceS3
import Testing

@Suite struct S3AddressTests {
  @Test(arguments: [
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080/photos/a/b%20c"),
    ("https://s3.amazonaws.com/", "https://s3.amazonaws.com/photos/a/b%20c"),
    ("https://host/s3/", "https://host/s3/photos/a/b%20c"),
  ])
  func `A bucket is named in the path`(base: String, url: String) throws {
    let address = try S3Address(try BaseURL(base), bucket: "photos")
    #expect(try address.request(.get, "a/b c").url == url)
    #expect("\(address)/a/b%20c" == url)
  }

  @Test(arguments: [
    ("/a", "//a"), ("a/", "/a/"), ("a//b", "/a//b"), ("a.b/..c", "/a.b/..c"), ("a?b#c%", "/a%3Fb%23c%25"),
    ("ã", "/%C3%A3"),
  ]) func `A key is sent as it is`(key: String, path: String) throws {
    let address = try S3Address(try BaseURL("http://h"), bucket: "photos")
    #expect(try address.request(.put, key).path == "/photos" + path)
  }

  @Test(arguments: ["", "ab", "Photos", "-photos", "photos.", "pho..tos", "pho_tos", "pho/tos", "fotografías"])
  func `An invalid bucket name is rejected`(name: String) throws {
    let base = try BaseURL("http://h")
    #expect(throws: S3AddressError.bucketName) { try S3Address(base, bucket: name) }
    #expect(throws: S3AddressError.bucketName) {
      try S3Address(base, bucket: String(repeating: "a", count: 64))
    }
  }

  @Test(arguments: [("", 0), ("a/../b", 1), ("a/b/.", 2), (".", 0)])
  func `A key that would leave the bucket is rejected`(key: String, segment: Int) throws {
    let address = try S3Address(try BaseURL("http://h"), bucket: "photos")
    #expect(throws: TransportError.badRequest(.pathSegment(segment))) { try address.request(.get, key) }
  }
}
