/// Pairs the elements of two sequences that belong together: a longest common subsequence, after Myers, "An O(ND)
/// Difference Algorithm and Its Variations" (1986).
///
/// The cost grows with the number of differences, which is therefore limited. Beyond the limit, elements are paired if
/// they are equal and have the same index. The resulting diff is longer than necessary, but correct.
package enum Alignment {
  static let maximumDifferences = 400

  /// Returns pairs of indices, in ascending order on both sides.
  ///
  /// - Complexity: O(*n* + *d*²) comparisons, where *n* is the sum of both counts and *d* the number of unpaired
  ///   elements, at most 400.
  package static func pairs<Key: Equatable>(_ old: [Key], _ new: [Key]) -> [(old: Int, new: Int)] {
    let bound = min(old.count + new.count, maximumDifferences)
    // `reach[k + bound + 1]` is the farthest x that can be reached on the diagonal x - y = k.
    var reach = Array(repeating: 0, count: 2 * bound + 3)
    var history: [[Int]] = []
    for differences in 0...bound {
      history.append(reach)
      for diagonal in stride(from: -differences, through: differences, by: 2) {
        let start = previous(diagonal, differences, reach, bound)
        var x = reach[start + bound + 1] + (start < diagonal ? 1 : 0)
        while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] { x += 1 }
        reach[diagonal + bound + 1] = x
        if x >= old.count, x - diagonal >= new.count { return path(history, diagonal, end: x, bound) }
      }
    }
    return old.indices.prefix(new.count).filter { old[$0] == new[$0] }.map { ($0, $0) }
  }

  /// Returns the diagonal from which one difference leads to `diagonal`. From the diagonal below, an old element is
  /// removed.
  private static func previous(_ diagonal: Int, _ differences: Int, _ reach: [Int], _ bound: Int) -> Int {
    let middle = diagonal + bound + 1
    if diagonal == -differences { return diagonal + 1 }
    return diagonal != differences && reach[middle - 1] < reach[middle + 1] ? diagonal + 1 : diagonal - 1
  }

  private static func path(
    _ history: [[Int]], _ last: Int, end: Int, _ bound: Int
  ) -> [(old: Int, new: Int)] {
    var (x, diagonal) = (end, last)
    var pairs: [(old: Int, new: Int)] = []
    for (differences, reach) in history.enumerated().reversed() {
      let start = previous(diagonal, differences, reach, bound)
      let from = differences == 0 ? 0 : reach[start + bound + 1] + (start < diagonal ? 1 : 0)
      while x > from {
        x -= 1
        pairs.append((x, x - diagonal))
      }
      if start < diagonal { x -= 1 }
      diagonal = start
    }
    return pairs.reversed()
  }
}
