/// A line of a head as a header field (RFC 9112 §5): where its parts are. The bytes belong to whoever reads the head.
struct HeaderLine {
  /// Why a line is no field.
  enum Fault: Error, Equatable {
    /// No name stands before the colon, or white space does; a folded line has no name either.
    case name
    /// The value is not UTF-8.
    case value
  }

  let name: UnsafeBufferPointer<UInt8>
  /// Without the white space around it.
  private let value: UnsafeBufferPointer<UInt8>

  init(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) {
    var place = 0
    while place < line.count, HeaderText.isToken(line[place]) { place += 1 }
    guard place > 0, place < line.count, line[place] == UInt8(ascii: ":") else { throw .name }
    name = UnsafeBufferPointer(rebasing: line[..<place])
    var (start, end) = (place + 1, line.count)
    while start < end, Self.isWhite(line[start]) { start += 1 }
    while end > start, Self.isWhite(line[end - 1]) { end -= 1 }
    value = UnsafeBufferPointer(rebasing: line[start..<end])
  }

  /// Whether it has this name, which is in lower case.
  func isNamed(_ other: StaticString) -> Bool {
    guard name.count == other.utf8CodeUnitCount else { return false }
    let other = UnsafeBufferPointer(start: other.utf8Start, count: name.count)
    // Names hold no byte that this would change into another one's.
    return name.indices.allSatisfy {
      name[$0] == other[$0] || URLText.isLetter(name[$0]) && name[$0] | 0x20 == other[$0]
    }
  }

  /// The value.
  func text() throws(Fault) -> String {
    var isASCII = true
    for byte in value where byte >= 0x80 { isASCII = false }
    if isASCII { return String(decoding: value, as: UTF8.self) }
    guard let text = String(validating: value, as: UTF8.self) else { throw .value }
    return text
  }

  /// The whole field.
  func field() throws(Fault) -> HTTPHeaders.Field {
    HTTPHeaders.Field(String(decoding: name, as: UTF8.self), try text())
  }

  private static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
