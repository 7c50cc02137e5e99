import Testing

@testable import ReferenceApp

@Suite struct EventTimeTests {
  @Test(
    arguments: [
      (1_482_955_200, "28/12/2016 20:00 UTC", "28 Dec 2016 20:00 UTC"),
      (59, "01/01/1970 00:00 UTC", "1 Jan 1970 00:00 UTC"),
      (951_782_400, "29/02/2000 00:00 UTC", "29 Feb 2000 00:00 UTC"),
      (4_107_542_399, "28/02/2100 23:59 UTC", "28 Feb 2100 23:59 UTC"),
      (253_402_300_799, "31/12/9999 23:59 UTC", "31 Dec 9999 23:59 UTC"),
    ])
  func `A time is formatted for each language, and parsed in both`(seconds: Int, portuguese: String, english: String) {
    #expect(EventTime.text(seconds, .portuguese) == portuguese && EventTime.text(seconds, .english) == english)
    // Seconds are dropped, and the first minute of 1970 stands for an unspecified time.
    let minute = seconds / 60 * 60
    for text in [portuguese, english] { #expect(EventTime.seconds(text) == (minute == 0 ? nil : minute)) }
  }

  @Test(arguments: [
    "28/12/2016 20:00", "28/12/2016, 20:00 utc", " 28 dec 2016 20:00 ", "28 December 2016 20:00",
    "28 Decem, 2016 20:00",
    "28/Dec/2016 20:00", "28 12 2016 20:00", "2016-12-28T20:00", "2016-12-28 20:00",
  ])
  func `Several spellings of a time are accepted`(text: String) { #expect(EventTime.seconds(text) == 1_482_955_200) }

  @Test(arguments: [
    "", "UTC", "20:00", "28/12/2016", "28/12/2016 20", "28/12/2016 24:00", "28/12/2016 20:60", "28/12/2016 20:0",
    "29/02/2015 10:00", "31/04/2016 10:00", "0/1/2016 10:00", "1/13/2016 10:00", "28/12/16 20:00", "2016/12/28 20:00",
    "28/12/2016/1 20:00", "28 De 2016 20:00", "28 Dez 2016 20:00", "1482955200", "-1/1/2016 10:00", "1/1/2016 -1:00",
    "2016-12-28", "2016-13-28T20:00", "2016-12-28T20:00:00", "1/1/2016 10:00:00", "1/1/2016 10:00 BRT",
    "١/1/2016 10:00", "1/1/1969 10:00", "1/1/1970 0:00",
  ])
  func `An invalid time is rejected`(text: String) { #expect(EventTime.seconds(text) == nil) }

  @Test func `Days across four hundred years survive formatting and parsing`() throws {
    for day in stride(from: 1, through: 146_097, by: 29) {
      let text = try #require(EventTime.text(day * 86_400, day % 2 == 0 ? .portuguese : .english))
      #expect(EventTime.seconds(text) == day * 86_400, "\(text)")
      #expect(EventTime.plainText(day * 86_400).flatMap(EventTime.seconds) == day * 86_400, "\(text)")
    }
  }

  @Test(arguments: [0, -1, .min, .max, 253_402_300_800])
  func `An unspecified or out-of-range time isn't shown`(seconds: Int) {
    #expect(EventTime.text(seconds, .english) == nil && EventTime.plainText(seconds) == nil)
    #expect(TimeField.known(seconds).text(.english).isEmpty && TimeField.known(seconds).seconds == seconds)
  }

  @Test func `A long text is rejected`() { #expect(EventTime.seconds(String(repeating: "1/", count: 50_000)) == nil) }
}
