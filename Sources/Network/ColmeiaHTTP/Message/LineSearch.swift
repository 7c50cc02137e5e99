/// Finds the ends of lines in bytes that arrive in pieces, and examines each byte only once.
///
/// A line ends with a carriage return and a line feed together (RFC 9112 §2.2), and contains no control characters.
/// Anything else is rejected as soon as it is seen, because one parser could see a single line and another one two.
struct LineSearch: Sendable {
  /// The reason why bytes are not valid lines.
  enum Fault: Error, Equatable {
    /// A carriage return without a line feed, or a line feed without a carriage return.
    case halfEnd
    /// A control character other than a tab.
    case control
  }

  /// What to find the end of: a line, or a head, which ends with an empty line that is not its first line.
  enum Unit { case line, head }

  /// The number of bytes that have been examined.
  private(set) var searched = 0
  /// The offset of the line that is being examined.
  private var lineStart = 0

  /// Returns the offset after the end of the unit, or `nil` if the unit is incomplete. After an end has been found, the
  /// next search starts from the beginning.
  ///
  /// - Parameters:
  ///   - unit: What to find the end of.
  ///   - bytes: The bytes of the previous call, possibly followed by more.
  ///
  /// - Complexity: O(bytes added since the previous call).
  mutating func end(of unit: Unit, in bytes: UnsafeBufferPointer<UInt8>) throws(Fault) -> Int? {
    while let position = bytes[searched...].firstIndex(where: { !Self.isText($0) }) {
      searched = position
      let byte = bytes[position]
      guard byte == 13 else { throw byte == 10 ? .halfEnd : .control }
      if searched + 1 == bytes.count { return nil }
      guard bytes[searched + 1] == 10 else { throw .halfEnd }
      let isEnd = unit == .line || searched == lineStart && searched > 0
      searched += 2
      lineStart = searched
      if isEnd {
        defer { self = LineSearch() }
        return searched
      }
    }
    searched = bytes.count
    return nil
  }

  private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }
}

/// The lines of a complete head, without their line endings.
struct HeadLines {
  private var rest: UnsafeBufferPointer<UInt8>.SubSequence

  /// - Parameter head: A complete head as found by ``LineSearch``, including the empty line at its end.
  init(_ head: UnsafeBufferPointer<UInt8>) { rest = head.dropLast(2) }

  /// Returns the next line, or `nil` after the last one.
  mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard let end = rest.firstIndex(of: 13) else { return nil }
    defer { rest = rest[(end + 2)...] }
    return UnsafeBufferPointer(rebasing: rest[..<end])
  }
}
