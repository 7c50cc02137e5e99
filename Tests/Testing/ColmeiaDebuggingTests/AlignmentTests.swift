import TestSupport
import Testing

@testable import ColmeiaDebugging

@Suite struct AlignmentTests {
  private func common(_ old: [Int], _ new: [Int]) -> [Int] {
    Alignment.pairs(old, new).map { old[$0.old] }
  }

  @Test func `the common subsequence is as long as it can be`() {
    var random = SplitMix(state: 7)
    for _ in 0..<300 {
      let old = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...3, using: &random)
      }
      let new = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...3, using: &random)
      }
      let pairs = Alignment.pairs(old, new)
      #expect(pairs.allSatisfy { old[$0.old] == new[$0.new] })
      #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new })
      #expect(pairs.count == longest(old[...], new[...]), "\(old) \(new)")
    }
  }

  @Test func `empty sides have no pairs`() {
    #expect(common([], []).isEmpty)
    #expect(common([1], []).isEmpty)
    #expect(common([], [1]).isEmpty)
  }

  @Test func `two rows removed far apart leave all others matched`() {
    let rows = Array(0..<1_000)
    #expect(common(rows, rows.filter { $0 != 3 && $0 != 990 }).count == 998)
  }

  @Test func `at the limit elements are matched by order, beyond it by index`() {
    let old = Array(0..<200) + [-1]
    #expect(common(old, (0..<200).map { $0 + 1_000 } + [-1]) == [-1])
    #expect(common([5] + old, [5] + (0..<201).map { $0 + 1_000 } + [-1]) == [5])
  }

  private func longest(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> Int {
    var row = Array(repeating: 0, count: new.count + 1)
    for element in old {
      var diagonal = 0
      for (column, other) in new.enumerated() {
        let above = row[column + 1]
        row[column + 1] = element == other ? diagonal + 1 : max(above, row[column])
        diagonal = above
      }
    }
    return row[new.count]
  }
}
