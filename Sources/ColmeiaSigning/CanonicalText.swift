import ColmeiaHTTP

/// Parts of a request in the one form that both sides sign, however they were sent.
enum CanonicalText {
  /// A path as S3 signs it: each segment percent-encoded once, `/` kept, dots and empty segments left where they are.
  ///
  /// - Complexity: O(length).
  static func path(_ path: String) -> String {
    path.isEmpty ? "/" : path.split(separator: "/", omittingEmptySubsequences: false).map(encode).joined(separator: "/")
  }

  /// A query: items percent-encoded, sorted by name and then by value.
  ///
  /// - Complexity: O(length × log items).
  static func query(_ query: String) -> String {
    let items = query.split(separator: "&").map { item in
      let name = item.prefix { $0 != "=" }
      return (name: encode(name), value: encode(item[name.endIndex...].dropFirst()))
    }
    return items.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
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
    return PercentEncoding.encode(bytes)
  }

  private static func decode(_ digits: Substring.UTF8View) -> UInt8? {
    digits.count == 2 && digits.allSatisfy(URLText.isHexDigit) ? UInt8(Substring(digits), radix: 16) : nil
  }
}
