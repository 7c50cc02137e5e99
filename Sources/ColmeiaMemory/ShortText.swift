/// A text that is stored in one word if it is short, so that it can be compared as a word. A short text has at most
/// seven ASCII characters of seven bits each, above fifteen bits that are zero and available for ``Bits``.
@usableFromInline package enum ShortText: Sendable {
  case short(UInt64)
  case long(String)

  @inlinable package init(_ text: String) {
    // Unlike `withUTF8`, this doesn't retain the text.
    let bytes = text.utf8
    let word =
      bytes.withContiguousStorageIfAvailable(Self.word)
      ?? Array(bytes.prefix(8)).withUnsafeBufferPointer(Self.word)
    self = word.map { .short($0) } ?? .long(text)
  }

  /// Returns the word of a short text, or `nil` for any other text.
  @inlinable @inline(__always) static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
    if bytes.count > 7 { return nil }
    var word: UInt64 = 0
    for byte in bytes {
      if byte == 0 || byte > 127 { return nil }
      word = word << 7 | UInt64(byte)
    }
    return word << 15
  }

  @inlinable package var isEmpty: Bool { if case .short(0) = self { true } else { false } }

  @usableFromInline package var text: String {
    switch self {
    case .short(let word):
      let bytes = (1...7).map { UInt8(truncatingIfNeeded: word >> (64 - 7 * $0)) & 127 }
      return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    case .long(let text): return text
    }
  }
}

extension ShortText: Hashable {
  @inlinable package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.short(let left), .short(let right)): left == right
    case (.long(let left), .long(let right)): left == right
    default: false
    }
  }

  @inlinable package func hash(into hasher: inout Hasher) {
    switch self {
    case .short(let word): hasher.combine(word)
    case .long(let text): hasher.combine(text)
    }
  }
}
