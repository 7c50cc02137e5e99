/// A text that is stored in one word if it is short, so that it can be compared as a word. A short text has at most
/// seven ASCII characters of seven bits each, above fifteen bits that are zero and available for ``Bits``.
@usableFromInline package enum ShortText: Sendable {
  case short(UInt64)
  case long(String)

  @inlinable package init(_ text: String) {
    var (word, isShort, copy) = (UInt64(0), text.utf8.count <= 7, text)
    if isShort {
      copy.withUTF8 { bytes in
        for byte in bytes {
          word = word << 7 | UInt64(byte)
          if byte == 0 || byte > 127 { isShort = false }
        }
      }
    }
    self = isShort ? .short(word << 15) : .long(text)
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
