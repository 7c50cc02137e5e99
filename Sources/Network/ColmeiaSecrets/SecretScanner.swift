import ColmeiaHTTP

/// Finds values whose names identify them as secrets: members of JSON, including JSON lines, malformed JSON and JSON
/// within strings; items of queries and forms; attributes and elements of XML; header fields; user info in URLs; and
/// what follows a word such as `reset` in a path. It also finds what is a secret by its form, such as a JWT.
///
/// The scanner looks for separators between names and values, and reads the name backward from there. It examines each
/// byte only a constant number of times.
struct SecretScanner {
  /// A secret value.
  struct Finding {
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
  private(set) var findings: [Finding] = []
  /// The end of the nested values that contain no texts, so that none within them is searched again.
  var bareEnd = 0
  /// The last member or attribute whose value is the name of a secret, as in `"name": "password"`, and where it ends.
  var named: (kind: SecretKind, end: Int)?
  /// The last member or attribute `value`, and where it ends. The name may follow it.
  var unnamed: (finding: Finding, end: Int)?

  /// - Parameter changing: Additional names, in lower case, whose values are masked.
  /// - Complexity: O(bytes).
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ changing: Set<String>) {
    self.bytes = bytes
    self.changing = changing
    var position = 0
    while position < bytes.count {
      position = Self.isMark[Int(bytes[position])] ? examine(at: position) : position + 1
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
  private mutating func examine(at position: Int) -> Int {
    let count = findings.count
    let end: Int?
    switch bytes[position] {
    case UInt8(ascii: "="): end = assignment(position, length: 1)
    case UInt8(ascii: "%"): end = isTriplet(position, UInt8(ascii: "d")) ? assignment(position, length: 3) : nil
    case UInt8(ascii: ":"): end = isAddress(position) ? userInfo(position) : member(position)
    case UInt8(ascii: "<"): end = element(position)
    case UInt8(ascii: "/"): end = segment(position)
    case UInt8(ascii: "?"), UInt8(ascii: "&"): end = bareItem(position)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      end = typedKind(before: position).flatMap { $0.isText ? nil : nested(position, $0) }
    default: end = typed(position)
    }
    guard let end else { return position + 1 }
    if findings.count == count { return position + 1 }
    let start = nameStart(before: position)
    for index in count..<findings.count { findings[index].start = start }
    return max(end, position + 1)
  }

  /// Returns the beginning of the name before a separator.
  private func nameStart(before position: Int) -> Int {
    var start = position
    while start > 0, position - start < 32, Self.isBetween[Int(bytes[start - 1])] { start -= 1 }
    // A bracket may be percent-encoded.
    while start > 0, position - start < 32 + SecretName.longest, Self.isInName[Int(bytes[start - 1])] { start -= 1 }
    return start
  }

  private static let isBetween = table(" \"'\\[]".utf8)
  private static let isInName = (0...255).map { isNameByte[$0] || $0 == 0x25 }

  /// Whether an escape such as `%3D` is at this position.
  func isTriplet(_ position: Int, _ low: UInt8) -> Bool {
    position + 2 < bytes.count && bytes[position] == UInt8(ascii: "%") && bytes[position + 1] == UInt8(ascii: "3")
      && bytes[position + 2] | 0x20 == low
  }

  private func isAddress(_ position: Int) -> Bool {
    bytes[position...].starts(with: "://".utf8) || bytes[position...].starts(with: ":\\/\\/".utf8)
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
    if !range.isEmpty { findings.append(Finding(range: range, start: range.lowerBound, kind: kind, form: form)) }
  }

  func skippingSpaces(_ position: Int, lines: Bool = false) -> Int {
    var position = position
    while position < bytes.count,
      bytes[position] == 32 || bytes[position] == 9 || lines && (bytes[position] == 10 || bytes[position] == 13)
    { position += 1 }
    return position
  }
}
