import ColmeiaJSON

/// Bytes with one kind of escaping removed, and the position of each byte in the original text.
struct SecretView {
  /// A kind of escaping. The raw value is the byte that begins an escape.
  enum Escaping: UInt8 {
    /// `%2F`, as in URLs.
    case percent = 0x25
    /// `\/`, `\"` and `\u00e9`, as in JSON.
    case backslash = 0x5C
  }

  private(set) var bytes: [UInt8] = []
  /// The position of each byte in the original text, followed by the end position.
  private(set) var starts: [Int32] = []

  /// Removes escaping from a text. Returns `nil` if the text contains none.
  ///
  /// - Complexity: O(length).
  init?(_ text: UnsafeBufferPointer<UInt8>, _ escaping: Escaping) {
    guard text.contains(escaping.rawValue) else { return nil }
    append(text, escaping, end: Int32(text.count)) { Int32($0) }
  }

  /// Removes another layer of escaping from a view. Returns `nil` if the view contains none.
  init?(_ view: SecretView, _ escaping: Escaping) {
    guard view.bytes.contains(escaping.rawValue) else { return nil }
    view.bytes.withUnsafeBufferPointer { text in
      append(text, escaping, end: view.starts[text.count]) { view.starts[$0] }
    }
  }

  private mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, _ escaping: Escaping, end: Int32, _ start: (Int) -> Int32
  ) {
    bytes.reserveCapacity(text.count)
    starts.reserveCapacity(text.count + 1)
    var position = 0
    while position < text.count {
      let begin = start(position)
      guard text[position] == escaping.rawValue else {
        append(text[position], begin)
        position += 1
        continue
      }
      switch escaping {
      case .percent: position += takeTriplet(text, position, begin)
      case .backslash: position += takeEscape(text, position, begin)
      }
    }
    starts.append(end)
  }

  private mutating func append(_ byte: UInt8, _ start: Int32) {
    bytes.append(byte)
    starts.append(start)
  }

  private mutating func takeTriplet(_ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ begin: Int32) -> Int {
    guard position + 2 < text.count, let high = HexadecimalDigit.value(text[position + 1]),
      let low = HexadecimalDigit.value(text[position + 2])
    else {
      append(text[position], begin)
      return 1
    }
    append(high << 4 | low, begin)
    return 3
  }

  private mutating func takeEscape(_ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ begin: Int32) -> Int {
    guard position + 1 < text.count else {
      append(text[position], begin)
      return 1
    }
    if text[position + 1] == UInt8(ascii: "u") { return takeUnicode(text, position, begin) }
    append(Escapes.plain(text[position + 1]) ?? text[position + 1], begin)
    return 2
  }

  private mutating func takeUnicode(_ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ begin: Int32) -> Int {
    guard let high = Self.unit(text, position) else {
      append(text[position], begin)
      return 1
    }
    var (value, length) = (UInt32(high), 6)
    if (0xD800..<0xDC00).contains(high), let low = Self.unit(text, position + 6), (0xDC00..<0xE000).contains(low) {
      value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
      length = 12
    }
    for byte in String(Unicode.Scalar(value).map(Character.init) ?? "\u{FFFD}").utf8 { append(byte, begin) }
    return length
  }

  private static func unit(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> UInt16? {
    guard position + 5 < text.count, text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u")
    else {
      return nil
    }
    var value: UInt16 = 0
    for offset in 2..<6 {
      guard let digit = HexadecimalDigit.value(text[position + offset]) else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  /// Returns the range in the original text that corresponds to a range of these bytes.
  func position(of range: Range<Int>) -> Range<Int> { Int(starts[range.lowerBound])..<Int(starts[range.upperBound]) }
}
