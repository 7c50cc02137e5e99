import Foundation
import TestSupport
import Testing

@testable import Colmeia

/// Random programs against the reference model and the laws. `COLMEIA_PROGRAMS` says how many; without it
/// they are so many that the run takes some seconds of one core. `COLMEIA_SEED` is the seed of the first,
/// so that `COLMEIA_SEED=7 COLMEIA_PROGRAMS=1` repeats program 7 alone.
@Suite(.long) struct LawTests {
  static let programs = number("COLMEIA_PROGRAMS") ?? usual
  static let firstSeed = number("COLMEIA_SEED") ?? 0
  #if DEBUG
    static let usual = 300
  #else
    static let usual = 20_000
  #endif
  static let parts = 8
  static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }
  /// The programs that are run with a second machine beside them, and whose table is checked at each input.
  static let thorough: UInt64 = 16

  @Test(arguments: 0..<parts)
  func `Laws 1, 3, 4, 5, 7, 8 and 9 hold in random programs, as the reference model predicts`(part: Int) {
    let share = Self.programs * part / Self.parts..<Self.programs * (part + 1) / Self.parts
    for seed in share {
      guard let failure = LawFailure.find(seed: UInt64(Self.firstSeed + seed)) else { continue }
      Issue.record("\(failure)")
      return
    }
  }

  @Test func `A broken law is told with its seed and the shortest program that breaks it`() {
    let failure = LawFailure.shrink(Array(0..<200)) { moves in
      guard let end = moves.firstIndex(of: 150), moves[..<end].contains(3) else { return nil }
      return (Violation("3 before 150"), end + 1)
    }
    #expect(failure.moves == [3, 150])
    #expect(failure.violation.description == "3 before 150")
  }
}

/// A program that breaks a law, made as short as leaving out inputs makes it.
struct LawFailure<Step> {
  var violation: Violation
  var moves: [Step]

  /// Leaves out ever smaller parts, as long as some law is still broken. What stands behind the violation
  /// goes first.
  static func shrink(_ moves: [Step], _ run: ([Step]) -> (violation: Violation, position: Int)?) -> Self {
    var best = Self(violation: Violation("nothing is broken"), moves: moves)
    guard let first = run(moves) else { return best }
    best = Self(violation: first.violation, moves: Array(moves.prefix(first.position)))
    var size = max(1, best.moves.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < best.moves.count {
        var fewer = best.moves
        fewer.removeSubrange(start..<min(start + size, fewer.count))
        if let found = run(fewer) {
          best = Self(violation: found.violation, moves: Array(fewer.prefix(found.position)))
          isShorter = true
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { return best }
      size = max(1, size / 2)
    }
  }
}

extension LawFailure<Move> {
  static func find(seed: UInt64) -> String? {
    let program = LawProgram(seed: seed)
    let isThorough = seed % LawTests.thorough == 0
    guard let found = LawRun.firstViolation(of: program, isThorough: isThorough) else { return nil }
    let least = shrink(program.moves) { moves in
      var fewer = program
      fewer.moves = moves
      return LawRun.firstViolation(of: fewer, isThorough: isThorough)
    }
    let inputs = least.moves.map { "  \($0)" }.joined(separator: "\n")
    return """
      seed \(seed), input \(found.position): \(found.violation)
      shortest: \(least.violation)
      from \(program.initial), at most \(program.effectLimit) effects, \(least.moves.count) inputs:
      \(inputs)
      """
  }
}
