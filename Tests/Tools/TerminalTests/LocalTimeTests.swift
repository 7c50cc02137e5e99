import Foundation
import Testing

@testable import Terminal

@Suite struct LocalTimeTests {
  @Test(
    arguments: [
      ("America/Sao_Paulo", "28/12/2016 20:00", "2016-12-28T22:00", "(UTC-2)"),
      ("America/Sao_Paulo", "2030-07-01T20:00", "2030-07-01T23:00", "(UTC-3)"),
      ("Asia/Kolkata", "1 Jan 2030 5:00", "2029-12-31T23:30", "(UTC+5:30)"),
      ("America/St_Johns", "1/7/2030 20:00", "2030-07-01T22:30", "(UTC-2:30)"),
      ("UTC", "2030-01-01 20:00", "2030-01-01T20:00", "(UTC)"),
      ("Europe/Berlin", "2030-01-01 20:00 UTC", "2030-01-01 20:00 UTC", nil),
      ("Europe/Berlin", "tomorrow", "tomorrow", nil),
      ("Europe/Berlin", "31/2/2030 20:00", "31/2/2030 20:00", nil),
    ] as [(String, String, String, String?)])
  func `What is typed is a time in the person's zone`(name: String, typed: String, value: String, zone: String?) throws
  {
    let times = LocalTime(language: .portuguese, zone: try #require(TimeZone(identifier: name)))
    #expect(times.value(typed) == value)
    #expect(times.value(times.shown(value)) == value)
    if let zone { #expect(times.label("(UTC)", value) == zone) }
  }

  @Test func `A time is shown as is usual in the language`() throws {
    let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
    #expect(LocalTime(language: .portuguese, zone: zone).shown("2016-12-28T22:00") == "28/12/2016 20:00")
    #expect(LocalTime(language: .english, zone: zone).shown("2016-12-28T22:00") == "28 Dec 2016 20:00")
  }
}
