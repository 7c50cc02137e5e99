import ColmeiaWorld
import TestSupport
import Testing

@Suite struct PatienceTests {
  private static let start = ContinuousClock.now

  /// The number of turns after which the patience is over, if each lasts `turn`.
  private static func turns(of turn: Duration, in limit: Duration) -> Int {
    var (patience, now, count) = (Patience(limit, at: start), start, 0)
    repeat {
      now += turn
      count += 1
    } while !patience.isOver(at: now)
    return count
  }

  @Test(
    arguments: [
      (.milliseconds(1), .seconds(10), 10_000), (.milliseconds(100), .seconds(10), 100),
      // Whoever was scheduled late has lost no more than a turn.
      (.seconds(1), .seconds(10), 100), (.seconds(3_600), .seconds(10), 100), (.seconds(1), .milliseconds(1), 100),
      (.seconds(1), .seconds(60), 600), (.zero, .zero, 1),
    ] as [(Duration, Duration, Int)])
  func `A wait has at least a hundred turns, however late each is`(turn: Duration, limit: Duration, count: Int) {
    #expect(Self.turns(of: turn, in: limit) == count)
  }

  @Test func `A shorter limit is kept, and a longer one changes nothing`() {
    var patience = Patience(.seconds(10), at: Self.start)
    patience.shorten(to: .seconds(20))
    #expect(patience.left == .seconds(10))
    patience.shorten(to: .milliseconds(50))
    #expect(patience.turnEnd == Self.start + .milliseconds(50))
    let isOver = patience.isOver(at: Self.start + .milliseconds(50))
    #expect(isOver)
  }
}
