import ColmeiaHTTP

/// The part of an object that a `Range` field requests (RFC 9110 §14.2).
enum ByteRange: Equatable {
  /// The whole object. There is no field, or it is not supported and therefore ignored.
  case whole
  /// These bytes of the object.
  case part(Range<Int>)
  /// A range that can't be satisfied.
  case none

  /// Parses the field for an object of `count` bytes. A list of several ranges is not supported.
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

  /// Parses an optional number. The inner value is `nil` if the text is empty; the result is `nil` if the text isn't a
  /// number.
  private static func number(_ digits: String) -> Int?? {
    digits.isEmpty ? .some(nil) : URLText.number(digits).map(Optional.some)
  }
}
