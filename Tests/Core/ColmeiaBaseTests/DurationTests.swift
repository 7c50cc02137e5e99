import ColmeiaBase
import Testing

struct DurationTests {
  @Test func `The whole milliseconds and seconds of a duration are exact`() {
    for count in stride(from: -400_000, through: 400_000, by: 7) {
      #expect(Duration.milliseconds(count).wholeMilliseconds == count)
      #expect(Duration.seconds(count).inSeconds == Double(count))
    }
    // `/` is wrong for these.
    #expect(Duration.milliseconds(304_637).wholeMilliseconds == 304_637)
    #expect(Duration.seconds(2_363).inSeconds == 2_363)
  }

  @Test(arguments: [(1.9, 1), (0.999, 0), (-1.9, -1)])
  func `A part of a millisecond is cut off`(milliseconds: Double, whole: Int) {
    #expect(Duration.milliseconds(milliseconds).wholeMilliseconds == whole)
    #expect(Duration.milliseconds(milliseconds).inSeconds == milliseconds / 1_000)
  }

  @Test func `The longest durations are limited`() {
    #expect(Duration.seconds(Int64.max).wholeMilliseconds == 3_155_760_000_000_000_000)
    #expect(Duration.seconds(Int64.min).wholeMilliseconds == -3_155_760_000_000_000_000)
  }
}
