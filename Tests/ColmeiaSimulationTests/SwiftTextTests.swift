import Colmeia
import Testing

@testable import ColmeiaSimulation

/// The source code of values in generated tests.
@Suite struct SwiftTextTests {
  private struct Screen: Equatable {
    @Branch var feed = 3
    var title: Substring = "a\"b"
    var mark: Character = "x"
    var ratio = Double.infinity
    var maybe: Int?? = .some(nil)
  }
  private enum Step: Equatable { case `init`, `self`(Int) }

  @Test func `Values are written such that the compiler accepts them`() {
    #expect(
      SwiftText.of(Screen())
        == #"SwiftTextTests.Screen(feed: 3, title: "a\"b", mark: "x", ratio: .infinity, maybe: .some(nil))"#)
    #expect(SwiftText.of(Step.`init`) == ".`init`")
    #expect(SwiftText.of(Step.`self`(1)) == ".`self`(1)")
    #expect(SwiftText.of(-Float.infinity) == "-.infinity" && SwiftText.of(Double.nan) == ".nan")
    #expect(SwiftText.of(Optional(3) as Any) == "3")
  }
}
