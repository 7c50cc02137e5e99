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

  @Test func `A key has the values of the header fields that a response varies with, and of no others`() {
    func key(_ headers: HTTPHeaders, token: [String] = []) -> ResponseKey {
      ResponseKey(HTTPRequest(.get, origin: "http://h", path: "/a", headers: headers), .shared, token: token)
    }
    let headers: [HTTPHeaders] = [
      [:], ["Tenant": ""], ["Tenant": "1"], ["tenant": "2"], ["Tenant": "1", "TENANT": "2"],
      ["Accept": "tenant", "Tenant": "accept"], ["Accept": "tenant"],
    ]
    #expect(Set(headers.map { key($0).text }).count == 1)
    #expect(Set(headers.map { key($0).variant([]) }) == [key([:]).text])
    #expect(Set(headers.map { key($0).variant(["accept", "tenant"]) }).count == headers.count)
    #expect(Set(headers.map { key($0).transfer }).count == headers.count)
    #expect(key(["Cache-Control": "no-cache"]).text == key([:]).text)
    let signed = key(["token": "hidden", "Tenant": "1"], token: ["Token"])
    #expect(signed.variant(["tenant", "token"]) == key(["Tenant": "1"]).variant(["tenant", "token"]))
    #expect(signed.transfer == key(["Tenant": "1"]).transfer)
  }

  @Test(
    arguments: [
      (["Age": "9"], 0, 9), (["Age": "9"], 2, 11), ([:], 2, 2), (["Date": HTTPDate.text(70)], 2, 30),
      (["Date": HTTPDate.text(70), "Age": "40"], 0, 40), (["Date": HTTPDate.text(130)], 0, 0), (["Age": "x"], -3, 0),
      (["Date": "Thursday, 01-Jan-70 00:01:00 GMT"], 0, 40),
    ] as [(HTTPHeaders, Int, Int)])
  func `The age of a response counts its Date, its Age and the duration of the request`(
    headers: HTTPHeaders, delay: Int, age: Int
  ) {
    #expect(HTTPResponse(200, headers: headers).initialAge(100, delay: delay) == age)
    #expect(ResponseRecord(HTTPResponse(200, headers: headers), now: 100, delay: delay).age(100) == age)
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
        + "638da829a404ff852066277d644e4027db5ae502e37fa4e8a6e089ab5fe07898")
    let keys = [
      key(), key({ $0.method = .head }), key({ $0.origin = "https://h" }), key({ $0.path = "/a/" }),
      key({ $0.query = nil }), key({ $0.query = "" }), key({ $0.body = [1] }),
      key({
        $0.path = "/ab"
        $0.query = "=c"
      }),
      key({ _ in }, .account("bia")), key({ _ in }, .shared), key({ _ in }, .account("everybody")),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(key().hasPrefix(ResponseKey.prefix(.account("ana"))))
  }
}
