import Foundation
import TestSupport
import Testing

@testable import Colmeia

/// Compares random programs with the reference model and the laws. `COLMEIA_PROGRAMS` is the number of programs; by
/// default, they take a few seconds on one core. `COLMEIA_SEED` is the seed of the first program, so `COLMEIA_SEED=7
/// COLMEIA_PROGRAMS=1` repeats only program 7.
@Suite(.long) struct LawTests {
  static let programs = number("COLMEIA_PROGRAMS") ?? usual
  static let firstSeed = number("COLMEIA_SEED") ?? 0
  #if DEBUG
    static let usual = 160
  #else
    static let usual = 20_000
  #endif
  static let parts = 8
  static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }
  /// One of so many programs is run with a second machine, and with a check of the table after each input.
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

  @Test(arguments: [12_652]) func `Programs that have once broken a law keep it`(seed: UInt64) {
    if let failure = LawFailure.find(seed: seed) { Issue.record("\(failure)") }
  }

  @Test func `A violation is reported with its seed and the shortest program that causes it`() {
    let failure = LawFailure.shrink(Array(0..<200)) { moves in
      guard let end = moves.firstIndex(of: 150), moves[..<end].contains(3) else { return nil }
      return (Violation("3 before 150"), end + 1)
    }
    #expect(failure.moves == [3, 150])
    #expect(failure.violation.description == "3 before 150")
  }
}

/// A program that violates a law, shortened by removing inputs.
struct LawFailure<Step> {
  var violation: Violation
  var moves: [Step]

  /// Removes parts of decreasing size as long as some law is still violated. The inputs after the violation are removed
  /// first.
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
