import ColmeiaHTTP

/// Which part of an object a field `Range` asks for (RFC 9110 §14.2).
enum ByteRange: Equatable {
  /// All of it: there is no field, or one that is not understood, which does not count.
  case whole
  /// These bytes.
  case part(Range<Int>)
  /// None that there is.
  case none

  /// What `field` asks of an object of `count` bytes. Several parts at once count as not understood.
  init(_ field: String?, count: Int) {
    self = .whole
    guard let field, field.hasPrefix("bytes="), !field.contains(",") else { return }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]) else { return }
    switch (first, last) {
    case (nil, nil): return
    case (nil, let length?): self = length == 0 || count == 0 ? .none : .part(max(0, count - length)..<count)
    case (let first?, nil): self = first < count ? .part(first..<count) : .none
    case (let first?, let last?):
      guard first <= last else { return }
      self = first < count ? .part(first..<min(last + 1, count)) : .none
    }
  }

  /// The number of some digits, `nil` inside for no digit; `nil` for another text.
  private static func number(_ digits: String) -> Int?? {
    digits.isEmpty ? .some(nil) : URLText.number(digits).map(Optional.some)
  }
}
