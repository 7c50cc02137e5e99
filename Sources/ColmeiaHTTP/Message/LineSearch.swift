/// Finds where lines end in bytes that come in pieces, and looks at each byte once.
///
/// Carriage return and line feed end a line together (RFC 9112 §2.2), and control characters stand in none: what is
/// otherwise is refused as soon as it is seen, since one reader could see a single line in it, and the next one two.
struct LineSearch: Sendable {
  /// Why bytes are no lines.
  enum Fault: Error, Equatable {
    /// One half of a line's end stands without the other.
    case halfEnd
    /// A control character, which is no tab.
    case control
  }

  /// What ends: a line, or lines of which the last is empty and not the first.
  enum Unit { case line, head }

  /// How many bytes were looked at.
  private var looked = 0
  /// Where the line begins in which the search goes on.
  private var lineStart = 0

  /// Behind the end of what begins with these bytes, which are those of the last time and more; `nil` when it has not come.
  /// Then the search begins anew.
  ///
  /// - Complexity: O(bytes that were not there the last time).
  mutating func end(of unit: Unit, in bytes: UnsafeBufferPointer<UInt8>) throws(Fault) -> Int? {
    while looked < bytes.count {
      let byte = bytes[looked]
      if Self.isText(byte) {
        looked += 1
        continue
      }
      guard byte == 13 else { throw byte == 10 ? .halfEnd : .control }
      if looked + 1 == bytes.count { return nil }
      guard bytes[looked + 1] == 10 else { throw .halfEnd }
      let isEnd = unit == .line || looked == lineStart && looked > 0
      looked += 2
      lineStart = looked
      if isEnd {
        defer { self = LineSearch() }
        return looked
      }
    }
    return nil
  }

  private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }
}

/// The lines of a head that is whole, without their ends.
struct HeadLines {
  private var rest: UnsafeBufferPointer<UInt8>.SubSequence

  /// - Parameter head: what ``LineSearch`` has found, with the empty line at its end.
  init(_ head: UnsafeBufferPointer<UInt8>) { rest = head.dropLast(2) }

  /// The next line; `nil` behind the last.
  mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard let end = rest.firstIndex(of: 13) else { return nil }
    defer { rest = rest[(end + 2)...] }
    return UnsafeBufferPointer(rebasing: rest[..<end])
  }
}
