import ColmeiaHTTP

/// Parts of a request in the one form that both sides sign, however they were sent.
enum CanonicalText {
  /// A path as S3 signs it: each segment percent-encoded once, `/` kept, dots and empty segments left where they are.
  ///
  /// - Complexity: O(length).
  static func path(_ path: String) -> String {
    path.isEmpty ? "/" : path.split(separator: "/", omittingEmptySubsequences: false).map(encode).joined(separator: "/")
  }

  /// A query: items percent-encoded, sorted by name and then by value, without those called `left`.
  ///
  /// - Complexity: O(length × log items).
  static func query(_ query: String, leaving left: String? = nil) -> String {
    let items = query.split(separator: "&").map { item in
      let name = item.prefix { $0 != "=" }
      return (name: encode(name), value: encode(item[name.endIndex...].dropFirst()))
    }
    return items.filter { $0.name != left }
      .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
      .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// The value of a field: without white space around it, and with one space for each that is within.
  ///
  /// - Complexity: O(length).
  static func value(_ value: String) -> String {
    value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }

  /// What is percent-encoded is decoded first, so that each byte is encoded once, in upper case. A `%` that begins no
  /// triplet is itself.
  private static func encode(_ part: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = part.utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let decoded = decode(rest.prefix(2)) {
        bytes.append(decoded)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.map { isUnreserved($0) ? String(Unicode.Scalar($0)) : triplet($0) }.joined()
  }

  private static func decode(_ digits: Substring.UTF8View) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy({ isDigit($0) || (0x61...0x66).contains($0 | 0x20) }) else { return nil }
    return UInt8(Substring(digits), radix: 16)
  }

  private static func triplet(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "-._~".utf8.contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
