/// Comparing secrets without telling by the time it takes where they differ.
public enum ConstantTime {
  /// Whether both hold the same bytes. Only a difference in length ends the comparison early.
  ///
  /// - Complexity: O(length).
  public static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(left, right) { difference |= left ^ right }
    return difference == 0
  }
}
