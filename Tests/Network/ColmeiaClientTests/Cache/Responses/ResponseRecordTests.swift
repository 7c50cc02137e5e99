import Testing

@testable import ColmeiaClient

@Suite struct ResponseRecordTests {
  private let response = HTTPResponse(
    200,
    headers: [
      "Content-Type": "application/json", "ETag": "\"1\"", "Set-Cookie": "hidden", "access-token": "hidden",
      "X-Secret": "hidden", "Link": "</a>; rel=next",
    ], body: Array("{}\n\n: é".utf8) + [0xFF, 0])

  @Test func `A record reads back as equal and contains no secret header fields`() throws {
    let record = ResponseRecord(response, now: 7)
    #expect(record.headers.fields.map(\.name) == ["Content-Type", "ETag", "Link"])
    #expect(ResponseRecord(record.bytes, written: 7) == record)
    #expect(!String(decoding: record.bytes, as: UTF8.self).contains("hidden"))
    let bare = ResponseRecord(HTTPResponse(204), now: 7)
    #expect(ResponseRecord(bare.bytes, written: 7) == bare)
  }

  @Test(
    arguments: [
      ("5", 5), ("0", 0), ("007", 7), ("5, 7", 5), ("5 ,x", 5), ("", 0), ("+5", 0), ("-5", 0), ("5.0", 0), ("0x5", 0),
      ("5 5", 0), (", 5", 0), ("５", 0), ("2147483649", 1 << 31), ("9223372036854775807", 1 << 31),
      ("99999999999999999999", 1 << 31),
    ] as [(String, Int)])
  func `The age of a response is a number of seconds, the largest one if it is too large`(text: String, age: Int) {
    let response = HTTPResponse(200, headers: ["Age": text])
    #expect(ResponseRecord(response, now: 1 << 40).written == (1 << 40) - age)
    #expect(ResponseRecord(HTTPResponse(200), now: 0).confirmed(by: response, now: 7).written == 7 - age)
  }

  @Test func `Truncated or invalid bytes are not a record`() {
    let bytes = ResponseRecord(response, now: 7).bytes
    let head = bytes.count - response.body.count
    for count in 0..<head { #expect(ResponseRecord(Array(bytes[..<count]), written: 7) == nil) }
    for text in [
      "", "colmeia answer 2\n200\n\n", "colmeia answer 1\n404\n\n", "colmeia answer 1\n+200\n\n",
      "colmeia answer 1\n200\nETag:1\n\n", "colmeia answer 1\n200\nSet-Cookie: a\n\n", "colmeia answer 1\n200\n\r\n\n",
      "colmeia answer 1\n200\nno colon\n\n",
    ] {
      #expect(ResponseRecord(Array(text.utf8), written: 0) == nil, "\(text)")
    }
  }

  @Test func `A key is stable between launches and differs by owner and request`() {
    func key(_ change: (inout HTTPRequest) -> Void = { _ in }, _ owner: CacheOwner = .account("ana")) -> String {
      var request = HTTPRequest(.get, origin: "http://h", path: "/a", query: "b=c", headers: ["Accept": "x/y"])
      change(&request)
      return ResponseKey(request, owner).text
    }
    #expect(
      key() == "6af1acaaa7f1b99e7efd184d245be2f5e56c8e6f701311ec87ab31e6b7884407/"
        + "31045a9333a37d1ca75479703a6677e4658622a515256a2be674384b88868682/"
        + "22e8b9ca74439ed4c62129031d474068cce2d58ff71c6cde59998c3db3eae317")
    let keys = [
      key(), key({ $0.method = .head }), key({ $0.origin = "https://h" }), key({ $0.path = "/a/" }),
      key({ $0.query = nil }), key({ $0.query = "" }), key({ $0.body = [1] }), key({ $0.headers["Accept"] = "x/z" }),
      key({
        $0.path = "/ab"
        $0.query = "=c"
      }),
      key({ _ in }, .account("bia")), key({ _ in }, .shared), key({ _ in }, .account("everybody")),
      key({ $0.headers["Tenant"] = "1" }), key({ $0.headers["Tenant"] = "2" }),
      key({ $0.headers.add("Accept", "x/z") }), key({ $0.headers = [:] }),
    ]
    #expect(Set(keys).count == keys.count)
    var request = HTTPRequest(
      .get, origin: "http://h", path: "/a", query: "b=c", headers: ["token": "hidden", "accept": "x/y"])
    #expect(ResponseKey(request, .account("ana"), token: ["Token"]).text == key())
    request.headers["Other"] = "1"
    #expect(ResponseKey(request, .account("ana"), token: ["Token"]).text != key())
    #expect(key().hasPrefix(ResponseKey.prefix(.account("ana"))))
  }
}
