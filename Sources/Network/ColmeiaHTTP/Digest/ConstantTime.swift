/// Constant-time comparison, which doesn't reveal through its duration where two secrets differ.
public enum ConstantTime {
  /// Returns whether two byte arrays are equal, in a time that depends only on their length.
  ///
  /// Only arrays of different lengths return early.
  ///
  /// - Complexity: O(length).
  public static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(left, right) { difference |= left ^ right }
    return difference == 0
  }
}
