import ColmeiaHTTP
import ColmeiaJSON
import Testing

@Suite struct NumbersTests {
  @Test func `CalendarDay converts to day numbers and back, and months have the correct length`() {
    var before = CalendarDay(daysSince1970: -719_162)
    #expect(before == CalendarDay(1, 1, 1))
    var mistakes = 0
    for number in -719_161...300_000 {
      let day = CalendarDay(daysSince1970: number)
      if day.daysSince1970 != number { mistakes += 1 }
      let next = CalendarDay(before.year, before.month, before.day + 1)
      if (next == nil) != (day.day == 1) || next.map({ $0 != day }) == true { mistakes += 1 }
      before = day
    }
    #expect(mistakes == 0)
  }

  @Test(arguments: [(2001, 2, 29), (1900, 2, 29), (2000, 13, 1), (2000, 0, 1), (2000, 4, 31), (2000, 1, 0)])
  func `A date that doesn't exist is rejected`(year: Int, month: Int, day: Int) {
    #expect(CalendarDay(year, month, day) == nil)
  }

  @Test func `An HTTP date survives a round trip and is clamped to years with four digits`() {
    for seconds in stride(from: 0, through: CalendarDay.seconds.upperBound, by: 86_400 * 365 + 12_345) {
      #expect(HTTPDate.seconds(HTTPDate.text(seconds)) == seconds)
    }
    #expect(HTTPDate.text(1_369_353_600) == "Fri, 24 May 2013 00:00:00 GMT")
    #expect(HTTPDate.text(-5) == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(HTTPDate.text(.max) == "Fri, 31 Dec 9999 23:59:59 GMT")
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_566_825_569, "2019-08-26T13:19:29Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
    (CalendarDay.seconds.upperBound, "9999-12-31T23:59:59Z"),
  ])
  func `A point in time is written in seconds and parsed again`(seconds: Int, text: String) {
    #expect(UTCTime.text(seconds) == text)
    #expect(UTCTime.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "2019-08-26T13:19:29", "2019-08-26T13:19:29.000Z", "2019-02-29T00:00:00Z", "2019-13-01T00:00:00Z",
    "2019-00-01T00:00:00Z", "2019-01-01T24:00:00Z", "2019-01-01 00:00:00Z", "1969-12-31T23:59:59Z",
    "9999-12-31T23:59:60Z", "+019-01-01T00:00:00Z", "1970-1-999999999:0:0", "２019-01-01T00:00Z",
  ])
  func `Text that isn't a point in time is refused`(text: String) { #expect(UTCTime.seconds(text) == nil) }

  @Test func `SplitMix64 generates the published reference sequence`() {
    var random = SplitMix64(state: 1_234_567)
    let expected: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    #expect((0..<3).map { _ in random.next() } == expected)
  }

  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func `FNV-1a has the published values`(text: String, hash: UInt64) { #expect(FNV1a.hash(text.utf8) == hash) }
}
