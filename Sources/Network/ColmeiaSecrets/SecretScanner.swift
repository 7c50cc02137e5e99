import ColmeiaHTTP

/// Finds values whose names identify them as secrets: members of JSON, including JSON lines, malformed JSON and JSON
/// within strings; items of queries and forms; attributes and elements of XML; header fields; user info in URLs; and
/// what follows a word such as `reset` in a path. It also finds what is a secret by its form, such as a JWT.
///
/// The scanner looks for separators between names and values, and reads the name backward from there. It examines each
/// byte only a constant number of times.
struct SecretScanner {
  /// A secret value.
  struct Place {
    /// The range of its bytes.
    var range: Range<Int>
    /// The position at which its name begins, or an earlier one.
    var start: Int
    var kind: SecretKind
    var form: Form
  }

  /// The syntax of a value.
  enum Form {
    /// Between quotes, each preceded by `escapes` backslashes.
    case quoted(escapes: Int)
    /// An item of a query.
    case item
    /// The text of an XML element.
    case element
    /// Without escaping.
    case plain
  }

  let bytes: UnsafeBufferPointer<UInt8>
  private let changing: Set<String>
  private(set) var places: [Place] = []
  /// The end of the nested values that contain no texts, so that none within them is searched again.
  var bareEnd = 0
  /// The last member or attribute whose value is the name of a secret, as in `"name": "password"`, and where it ends.
  var named: (kind: SecretKind, end: Int)?
  /// The last member or attribute `value`, and where it ends. The name may follow it.
  var unnamed: (place: Place, end: Int)?

  /// - Parameter changing: Additional names, in lower case, whose values are masked.
  /// - Complexity: O(bytes).
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ changing: Set<String>) {
    self.bytes = bytes
    self.changing = changing
    var place = 0
    while place < bytes.count {
      place = Self.isMark[Int(bytes[place])] ? look(at: place) : place + 1
    }
    addForms()
  }

  private static let isMark = table("=:<%\"{[/?&".utf8)

  /// Returns for each byte whether it is one of these.
  static func table(_ bytes: some Sequence<UInt8>) -> [Bool] {
    let known = Set(bytes)
    return (0...255).map { known.contains($0) }
  }

  /// Examines the separator at a position, and returns the position at which to continue.
  private mutating func look(at place: Int) -> Int {
    let count = places.count
    let end: Int?
    switch bytes[place] {
    case UInt8(ascii: "="): end = assignment(place, length: 1)
    case UInt8(ascii: "%"): end = isTriplet(place, UInt8(ascii: "d")) ? assignment(place, length: 3) : nil
    case UInt8(ascii: ":"): end = isAddress(place) ? userInfo(place) : member(place)
    case UInt8(ascii: "<"): end = element(place)
    case UInt8(ascii: "/"): end = segment(place)
    case UInt8(ascii: "?"), UInt8(ascii: "&"): end = bareItem(place)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      end = typedKind(before: place).flatMap { $0.isText ? nil : nested(place, $0) }
    default: end = typed(place)
    }
    guard let end else { return place + 1 }
    if places.count == count { return place + 1 }
    let start = nameStart(before: place)
    for index in count..<places.count { places[index].start = start }
    return max(end, place + 1)
  }

  /// Returns the beginning of the name before a separator.
  private func nameStart(before place: Int) -> Int {
    var start = place
    while start > 0, place - start < 32, Self.isBetween[Int(bytes[start - 1])] { start -= 1 }
    // A bracket may be percent-encoded.
    while start > 0, place - start < 32 + SecretName.longest, Self.isInName[Int(bytes[start - 1])] { start -= 1 }
    return start
  }

  private static let isBetween = table(" \"'\\[]".utf8)
  private static let isInName = (0...255).map { isNameByte[$0] || $0 == 0x25 }

  /// Whether an escape such as `%3D` is at this position.
  func isTriplet(_ place: Int, _ low: UInt8) -> Bool {
    place + 2 < bytes.count && bytes[place] == UInt8(ascii: "%") && bytes[place + 1] == UInt8(ascii: "3")
      && bytes[place + 2] | 0x20 == low
  }

  private func isAddress(_ place: Int) -> Bool {
    bytes[place...].starts(with: "://".utf8) || bytes[place...].starts(with: ":\\/\\/".utf8)
  }

  /// Returns the range of the name that ends at `end`, or an empty range if there is none.
  func name(before end: Int) -> Range<Int> {
    var start = end
    while start > 0, end - start <= SecretName.longest, Self.isNameByte[Int(bytes[start - 1])] { start -= 1 }
    // In `%26token`, the name follows a percent-encoded separator.
    if start > 0, end - start > 2, bytes[start - 1] == UInt8(ascii: "%"),
      URLText.isHexDigit(bytes[start]), URLText.isHexDigit(bytes[start + 1])
    {
      start += 2
    }
    return start..<end
  }

  static let isNameByte = table("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8)

  /// Returns the kind of secret that a name identifies, if any.
  func kind(_ name: Range<Int>, isField: Bool = false) -> SecretKind? {
    guard !name.isEmpty, name.count <= SecretName.longest else { return nil }
    if isField || !changing.isEmpty {
      let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
      return isField ? SecretName.kind(ofField: text) : SecretKind(ofMember: text, changing)
    }
    return SecretName.kind(ofMember: UnsafeBufferPointer(rebasing: bytes[name]))
  }

  mutating func add(_ range: Range<Int>, _ kind: SecretKind, _ form: Form) {
    if !range.isEmpty { places.append(Place(range: range, start: range.lowerBound, kind: kind, form: form)) }
  }

  func skippingSpaces(_ place: Int, lines: Bool = false) -> Int {
    var place = place
    while place < bytes.count,
      bytes[place] == 32 || bytes[place] == 9 || lines && (bytes[place] == 10 || bytes[place] == 13)
    { place += 1 }
    return place
  }
}
