import Testing

@testable import ColmeiaClient

@Suite struct ReconnectionDelayTests {
  @Test(
    arguments: [
      (3, 1, 0, 0, 3), (3, 1, 0, 0.5, 4.5), (3, 2, 0, 0.5, 9), (3, 3, 0, 0.5, 18), (3, 4, 0, 0.5, 22.5),
      (3, 100, 0, 0, 15), (3, 100, 0, 0.5, 22.5), (0, 1, 0, 0.5, 0), (0, 1, 2, 0.5, 1.5), (0, 2, 0, 0.5, 3),
      (60, 1, 0, 0.5, 60), (100_000, 5, 0, 0.5, 86_400),
    ] as [(Double, Int, Int, Double, Double)])
  func `The delay of an event source doubles up to the cap, and is never below its base`(
    base: Double, failures: Int, shorts: Int, random: Double, seconds: Double
  ) {
    let delay = EventSourceTiming().wait(base: .seconds(base), failures: failures, shorts: shorts, random: random)
    #expect(delay == .seconds(seconds))
  }

  @Test(
    arguments: [
      (0, 0, 6), (0, 0.5, 9), (1, 0, 6.9), (1, 0.5, 7.417_5), (2, 0, 7.935), (2, 0.5, 8.530_125), (9, 0, 21.107_258),
      (10, 0, 24.273_346), (10, 0.5, 26.093_847), (11, 0, 24.273_346), (1_000, 0.5, 26.093_847),
    ] as [(Int, Double, Double)])
  func `The delay of a cable grows by 15 % ten times`(attempts: Int, random: Double, seconds: Double) {
    let delay = CableTiming().wait(attempts: attempts, random: random)
    #expect(abs((delay - .seconds(seconds)) / .seconds(1)) < 1e-6)
  }
}
