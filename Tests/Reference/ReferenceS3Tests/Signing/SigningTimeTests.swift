import TestSupport
import Testing

@testable import ReferenceS3

@Suite(.long) struct SigningTimeTests {
  @Test(arguments: [
    (0, "19700101T000000Z"), (951_782_399, "20000228T235959Z"), (951_782_400, "20000229T000000Z"),
    (951_868_800, "20000301T000000Z"), (1_369_353_600, "20130524T000000Z"), (1_440_938_160, "20150830T123600Z"),
    (4_107_542_399, "21000228T235959Z"), (4_107_542_400, "21000301T000000Z"), (253_402_300_799, "99991231T235959Z"),
  ])
  func `A time is converted to text and back`(seconds: Int, text: String) {
    #expect(SigningTime(seconds: seconds).text == text)
    #expect(SigningTime(text)?.seconds == seconds)
    #expect(SigningTime(seconds: seconds).day == text.prefix(8))
  }

  @Test func `Every day in four centuries is converted to text and back`() {
    var last = ""
    for day in 0..<146_097 {
      let time = SigningTime(seconds: 86_400 * day)
      let text = time.text
      if SigningTime(text) != time || text <= last { Issue.record("day \(day): \(time)") }
      last = text
    }
  }

  @Test(arguments: [
    "", "20130524", "20130524T000000", "20130524t000000Z", "20130524T000000z", "20130524T240000Z", "20130524T006000Z",
    "20130524T000060Z", "20130024T000000Z", "20131324T000000Z", "20130500T000000Z", "20130532T000000Z",
    "20130229T000000Z", "20130431T000000Z", "19691231T235959Z", "2013-05-24T00:00Z", " 0130524T000000Z",
    "+0130524T000000Z", "20130524T000000ZZ", "２0130524T0000Z",
  ])
  func `Text that isn't a valid time is refused`(text: String) {
    #expect(SigningTime(text) == nil)
  }

  @Test func `A time outside the supported years is clamped`() {
    #expect(SigningTime(seconds: -1).seconds == 0)
    #expect(SigningTime(seconds: .min).seconds == 0)
    #expect(SigningTime(seconds: .max).text == "99991231T235959Z")
  }
}
