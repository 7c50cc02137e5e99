import Foundation
import TestSupport
import Testing

@testable import ColmeiaJSON

@Suite struct DateCodingTests {
  private struct Photo: Codable, Equatable { var taken: Date }

  private func read(_ text: String, _ dates: JSONCoding.Dates) -> Double? {
    try? JSON.decode([Date].self, from: Array("[\(text)]".utf8), JSONCoding(dates: dates))[0].timeIntervalSince1970
  }

  private static let texts: [(String, Double?)] = [
    (#""2024-01-02T03:04:05Z""#, 1_704_164_645), (#""2024-01-02T03:04:05.123Z""#, 1_704_164_645.123),
    (#""2024-01-02T03:04:05,5Z""#, 1_704_164_645.5),
    (#""2024-01-02T03:04:05.123456789+02:00""#, 1_704_157_445.123456789),
    (#""2024-01-02T03:04:05-0330""#, 1_704_177_245), (#""0001-01-01T00:00:00Z""#, -62_135_596_800),
    (#""1969-12-31T23:59:59.5Z""#, -0.5), (#""2024-01-02T03:04:05""#, nil), (#""2024-01-02""#, nil),
    (#""2024-02-30T00:00:00Z""#, nil), (#""2024-01-02T03:04:05.Z""#, nil), (#""2024-01-02T03:04:05Z ""#, nil),
    ("1700000000", nil), (#""1700000000""#, nil), ("null", nil),
  ]

  @Test(arguments: texts) func `ISO 8601 is read with fractions and offsets, and nothing else`(
    text: String, seconds: Double?
  ) {
    let microseconds = { (time: Double) in (time * 1e6).rounded() }
    #expect(read(text, .iso8601).map(microseconds) == seconds.map(microseconds))
  }

  @Test func `Numbers are read only as what the coding says`() throws {
    #expect(read("1700000000", .seconds) == 1_700_000_000)
    #expect(read("1700000000.25", .seconds) == 1_700_000_000.25)
    #expect(read("1700000000123", .milliseconds) == 1_700_000_000.123)
    #expect(read("1700000000123", .seconds) == nil, "the year 55840")
    for dates in [JSONCoding.Dates.seconds, .milliseconds] { #expect(read(#""1700000000""#, dates) == nil) }
    let day = JSONCoding.Dates.format(try #require(DateFormat("dd.MM.yyyy")))
    #expect(read(#""02.01.2024""#, day) == 1_704_153_600)
    #expect(read(#""2024-01-02T00:00:00Z""#, day) == nil)
  }

  @Test func `The error says which form was expected, and where it is set`() {
    let error = #expect(throws: JSONError.self) { try JSON.decode(Photo.self, from: Array(#"{"taken":1}"#.utf8)) }
    #expect(
      error.map { "\($0)" } == """
        line 1, column 10 (taken): expected a date like yyyy-MM-ddTHH:mm:ss.SSSZ, as JSONCoding.dates says, not a number
        """)
  }

  @Test func `A date is written in the form that the coding says`() throws {
    let photo = Photo(taken: Date(timeIntervalSince1970: 1_704_164_645.25))
    let text = { (dates: JSONCoding.Dates) in try JSON(encoding: photo, JSONCoding(dates: dates))["taken"] }
    #expect(try text(.iso8601) == "2024-01-02T03:04:05.25Z")
    #expect(try text(.seconds) == 1_704_164_645.25)
    #expect(try text(.milliseconds) == 1_704_164_645_250)
    let pattern = "dd.MM.yyyy 'um' HH:mm:ss.SSS"
    #expect(try text(.format(#require(DateFormat(pattern)))) == "02.01.2024 um 03:04:05.250")
    #expect(try text(.format(.day)) == "2024/01/02")
    let edge = Date(timeIntervalSince1970: 1_704_239_999.9999)
    #expect(try JSON(encoding: [edge], JSONCoding(dates: .format(.day))) == ["2024/01/02"], "not the next day")
    for date in [Date.distantPast.addingTimeInterval(-1), Date(timeIntervalSince1970: 253_402_300_800)] {
      #expect(throws: JSONError.self) { try JSON.encode([date]) }
    }
  }

  @Test func `Every date to the nanosecond survives a round trip`() throws {
    var random = SplitMix64(state: 16)
    for _ in 0..<2_000 {
      let whole = Double(Int.random(in: -60_000_000_000..<250_000_000_000, using: &random))
      let digits = Int.random(in: 0...9, using: &random)
      let power = Double((0..<digits).reduce(1) { power, _ in power * 10 })
      let date = Date(
        timeIntervalSinceReferenceDate: whole + (Double.random(in: 0..<1, using: &random) * power).rounded() / power)
      let text = try JSON.encode([date])
      #expect(try JSON.decode([Date].self, from: text) == [date], "\(String(decoding: text, as: UTF8.self))")
    }
  }
}

@Suite struct KeyNameTests {
  private struct User: Codable, Equatable {
    var firstName: String
    var imageURL: String?
    var line2Text = 1
    var byName: [String: Int] = [:]
    var extra: JSON = [:]
    var last: Step = .begin
  }
  private enum Step: Codable, Equatable { case begin, loadMore(pageNumber: Int), wholeThing(Int) }

  private static let snake = JSONCoding(unknownKeys: .refused, keys: .snakeCase)

  @Test func `Keys are in snake case both ways, but keys of dictionaries and of JSON values are data`() throws {
    let steps: [(Step, String)] = [
      (.begin, #""begin""#), (.loadMore(pageNumber: 2), #"{"load_more":{"page_number":2}}"#),
      (.wholeThing(3), #"{"whole_thing":3}"#),
    ]
    for (step, text) in steps {
      let user = User(firstName: "Ana", imageURL: "u", byName: ["aB": 1], extra: ["cD": 2], last: step)
      let bytes = try JSON.encode(user, .compact, Self.snake)
      #expect(
        String(decoding: bytes, as: UTF8.self) == """
          {"first_name":"Ana","image_url":"u","line2_text":1,"by_name":{"aB":1},"extra":{"cD":2},"last":\(text)}
          """)
      #expect(try JSON.decode(User.self, from: bytes, Self.snake) == user)
    }
  }

  @Test func `A missing key is named as it is in JSON`() {
    let error = #expect(throws: JSONError.self) { try JSON.decode(User.self, from: Array("{}".utf8), Self.snake) }
    #expect(error?.message.contains("first_name") == true)
  }

  @Test(arguments: [
    ("a", "a", "a"), ("firstName", "first_name", "firstName"), ("myURLText", "my_url_text", "myUrlText"),
    ("imageURL", "image_url", "imageUrl"), ("URL", "url", "url"), ("_0", "_0", "_0"), ("_idOf_", "_id_of_", "_idOf_"),
    ("line2", "line2", "line2"), ("line2Text", "line2_text", "line2Text"),
    ("already_snake", "already_snake", "alreadySnake"),
    ("", "", ""), ("__", "__", "__"), ("Ab", "ab", "ab"), ("éÀb", "é_àb", "éÀb"),
  ]) func `Names are converted by words`(name: String, snake: String, camel: String) {
    #expect(SnakeCase.snake(name) == snake)
    #expect(SnakeCase.camel(snake) == camel)
    #expect(SnakeCase.snake(SnakeCase.camel(snake)) == snake)
  }
}
