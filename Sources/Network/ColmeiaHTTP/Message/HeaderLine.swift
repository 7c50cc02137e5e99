/// A line of a head, parsed as a header field (RFC 9112 §5). It points into the bytes of the head, which the caller
/// keeps alive.
struct HeaderLine {
  /// The reason why a line is not a header field.
  enum Fault: Error, Equatable {
    /// There is no name before the colon, or there is whitespace before it. A folded line has no name either.
    case name
    /// The value is not UTF-8.
    case value
  }

  let name: UnsafeBufferPointer<UInt8>
  /// The value, without surrounding whitespace.
  private let value: UnsafeBufferPointer<UInt8>

  init(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) {
    var position = 0
    while position < line.count, HeaderText.isToken(line[position]) { position += 1 }
    guard position > 0, position < line.count, line[position] == UInt8(ascii: ":") else { throw .name }
    name = UnsafeBufferPointer(rebasing: line[..<position])
    var (start, end) = (position + 1, line.count)
    while start < end, Self.isWhite(line[start]) { start += 1 }
    while end > start, Self.isWhite(line[end - 1]) { end -= 1 }
    value = UnsafeBufferPointer(rebasing: line[start..<end])
  }

  /// Whether the field has this name, which must be in lowercase.
  func isNamed(_ other: StaticString) -> Bool {
    guard name.count == other.utf8CodeUnitCount else { return false }
    let other = UnsafeBufferPointer(start: other.utf8Start, count: name.count)
    // Setting bit 5 makes an ASCII letter lowercase.
    return name.indices.allSatisfy {
      name[$0] == other[$0] || URLText.isLetter(name[$0]) && name[$0] | 0x20 == other[$0]
    }
  }

  /// Returns the value.
  func text() throws(Fault) -> String {
    var isASCII = true
    for byte in value where byte >= 0x80 { isASCII = false }
    if isASCII { return String(decoding: value, as: UTF8.self) }
    guard let text = String(validating: value, as: UTF8.self) else { throw .value }
    return text
  }

  /// Returns the whole field.
  func field() throws(Fault) -> HTTPHeaders.Field {
    HTTPHeaders.Field(String(decoding: name, as: UTF8.self), try text())
  }

  /// Returns the whole field of a response. A value that is not UTF-8 is decoded as ISO 8859-1, because a recipient must
  /// accept any such bytes (RFC 9110 §5.5).
  func lenientField() -> HTTPHeaders.Field {
    let text = String(validating: value, as: UTF8.self) ?? String(decoding: value.lazy.map(UInt16.init), as: UTF16.self)
    return HTTPHeaders.Field(String(decoding: name, as: UTF8.self), text)
  }

  private static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
