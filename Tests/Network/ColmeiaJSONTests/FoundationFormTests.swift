import ColmeiaJSON
import Foundation
import Testing

@Suite struct FoundationFormTests {
  struct Photo: Codable, Equatable {
    var url = URL(filePath: "/a.png")
    var thumbnail: URL?
    var bytes = Data([0, 255, 7])
    var price = Decimal(1)
    var prices: [Decimal] = []
    var byName: [String: URL] = [:]
    var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var taken = Date(timeIntervalSinceReferenceDate: 1)
  }

  @Test func `Foundation's types have the forms that Foundation's coders give them`() throws {
    var photo = Photo()
    photo.url = try #require(URL(string: "https://example.org/é?q=a b#f"))
    photo.thumbnail = URL(string: "../b.png", relativeTo: photo.url)?.absoluteURL
    photo.price = try #require(Decimal(string: "12345678901234567890.0123456789"))
    photo.prices = [0, -1, 1_000_000, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    photo.byName = ["x": photo.url]
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let ours = try JSON.encode(photo)
    #expect(try JSON(parsing: ours) == JSON(parsing: Array(encoder.encode(photo))))
    #expect(try JSON.decode(Photo.self, from: ours, .strict) == photo)
    #expect(try decoder.decode(Photo.self, from: Data(ours)) == photo)
  }

  @Test(arguments: [
    (#"{"url":""}"#, "line 1, column 8 (url): expected a URL, not another string"),
    (#"{"url":{"relative":"/a"}}"#, "line 1, column 8 (url): expected a string, not an object"),
    (#"{"bytes":"A"}"#, "line 1, column 10 (bytes): expected Base64, not another string"),
    (#"{"bytes":[1,2]}"#, "line 1, column 10 (bytes): expected a string, not an array"),
    (#"{"price":"1.5"}"#, "line 1, column 10 (price): expected a number, not a string"),
    (#"{"price":1e400}"#, "line 1, column 10 (price): expected a number that fits in Decimal, not 1e400"),
  ])
  func `A wrong form is refused, with its position`(text: String, message: String) {
    struct Member: Decodable {
      enum CodingKeys: CodingKey { case url, bytes, price }
      init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        _ = try members.decodeIfPresent(URL.self, forKey: .url)
        _ = try members.decodeIfPresent(Data.self, forKey: .bytes)
        _ = try members.decodeIfPresent(Decimal.self, forKey: .price)
      }
    }
    #expect(CodingTests.failure(Member.self, text) == message)
  }

  @Test func `A decimal that is not a number is refused`() {
    #expect(throws: JSONError.self) { try JSON.encode([Decimal.nan]) }
  }
}
