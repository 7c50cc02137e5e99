import ColmeiaHTTP

/// Finds values in a text whose names say that they are secrets: members of JSON, also of JSON lines, of broken JSON and of
/// JSON within texts; items of queries and forms; attributes and elements of XML; header fields; user info in addresses.
///
/// It looks at what separates a name from its value, and back from there for a name. No byte is looked at more often than
/// some fixed number of times.
struct SecretScanner {
  /// A value that is a secret.
  struct Place {
    /// Its bytes.
    var range: Range<Int>
    var kind: SecretKind
    var form: Form
  }

  /// How the value is written.
  enum Form {
    /// Between quotes with so many backslashes before them.
    case quoted(escapes: Int)
    /// As an item of a query.
    case item
    /// As the text of an element.
    case element
    /// As it is.
    case plain
  }

  let bytes: UnsafeBufferPointer<UInt8>
  private let changing: Set<String>
  private(set) var places: [Place] = []

  /// - Parameter changing: other names, in lower case, whose values are masked.
  /// - Complexity: O(bytes).
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ changing: Set<String>) {
    self.bytes = bytes
    self.changing = changing
    var place = 0
    while place < bytes.count {
      place = Self.isMark[Int(bytes[place])] ? look(at: place) : place + 1
    }
  }

  private static let isMark: [Bool] = {
    var table = Array(repeating: false, count: 256)
    for byte in "=:<%\"{[".utf8 { table[Int(byte)] = true }
    return table
  }()

  /// What the byte separates; where to go on.
  private mutating func look(at place: Int) -> Int {
    let count = places.count
    let end: Int?
    switch bytes[place] {
    case UInt8(ascii: "="): end = assignment(place, length: 1)
    case UInt8(ascii: "%"): end = isTriplet(place, UInt8(ascii: "d")) ? assignment(place, length: 3) : nil
    case UInt8(ascii: ":"): end = isAddress(place) ? userInfo(place) : member(place)
    case UInt8(ascii: "<"): end = element(place)
    case UInt8(ascii: "{"), UInt8(ascii: "["): end = typedKind(before: place).flatMap { nested(place, $0) }
    default: end = typed(place)
    }
    guard let end else { return place + 1 }
    return places.count > count ? max(end, place + 1) : place + 1
  }

  /// Whether `%3D` or the like stands here.
  func isTriplet(_ place: Int, _ low: UInt8) -> Bool {
    place + 2 < bytes.count && bytes[place] == UInt8(ascii: "%") && bytes[place + 1] == UInt8(ascii: "3")
      && bytes[place + 2] | 0x20 == low
  }

  private func isAddress(_ place: Int) -> Bool {
    place + 2 < bytes.count && bytes[place + 1] == UInt8(ascii: "/") && bytes[place + 2] == UInt8(ascii: "/")
  }

  /// The name whose last byte is before `end`, and what is before it; empty when there is none.
  func name(before end: Int) -> Range<Int> {
    var start = end
    while start > 0, end - start <= SecretName.longest, Self.isNameByte[Int(bytes[start - 1])] { start -= 1 }
    // `%26token` is a name behind an encoded mark.
    if start > 0, end - start > 2, bytes[start - 1] == UInt8(ascii: "%"), SecretView.digit(bytes[start]) != nil,
      SecretView.digit(bytes[start + 1]) != nil
    {
      start += 2
    }
    return start..<end
  }

  static let isNameByte: [Bool] = {
    var table = Array(repeating: false, count: 256)
    for byte in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8 { table[Int(byte)] = true }
    return table
  }()

  /// What the name says, if it is one.
  func kind(_ name: Range<Int>, isField: Bool = false) -> SecretKind? {
    guard !name.isEmpty, name.count <= SecretName.longest else { return nil }
    if isField || !changing.isEmpty {
      let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
      return isField ? SecretName.kind(ofField: text) : SecretKind(ofMember: text, changing)
    }
    return SecretName.kind(ofMember: UnsafeBufferPointer(rebasing: bytes[name]))
  }

  mutating func add(_ range: Range<Int>, _ kind: SecretKind, _ form: Form) {
    if !range.isEmpty { places.append(Place(range: range, kind: kind, form: form)) }
  }

  func skippingSpaces(_ place: Int, lines: Bool = false) -> Int {
    var place = place
    while place < bytes.count,
      bytes[place] == 32 || bytes[place] == 9 || lines && (bytes[place] == 10 || bytes[place] == 13)
    { place += 1 }
    return place
  }
}
