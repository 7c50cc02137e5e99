/// A position in a text.
package struct TextPosition: Sendable, Hashable {
  /// The byte offset, from 0.
  package let offset: Int
  /// The line, from 1.
  package let line: Int
  /// The column, in characters from 1.
  package let column: Int

  /// The byte order mark of UTF-8, which editors don't show, so it isn't counted as a character.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Creates the position of a byte. Offsets beyond the end are clamped to it.
  ///
  /// - Complexity: O(offset).
  package init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<max(0, min(offset, bytes.count))]
    let first = before.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? first
    self.offset = before.count
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    column = String(decoding: before[start...], as: UTF8.self).count + 1
  }
}

extension JSONError {
  /// Returns the error with the position of a byte in a text.
  func located(at offset: Int, in bytes: [UInt8]) -> JSONError {
    let position = TextPosition(of: offset, in: bytes)
    var error = self
    (error.offset, error.line, error.column) = (position.offset, position.line, position.column)
    return error
  }
}
