import ColmeiaHTTP

/// The canonical form of parts of a request, which is the same for client and server however the request was sent.
enum CanonicalText {
  /// Returns a path as S3 signs it: each segment percent-encoded once, `/` kept, and dots and empty segments unchanged.
  ///
  /// - Complexity: O(length).
  static func path(_ path: String) -> String {
    path.isEmpty ? "/" : path.split(separator: "/", omittingEmptySubsequences: false).map(encode).joined(separator: "/")
  }

  /// Returns a query with its items percent-encoded and sorted by name, then by value.
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

  /// Returns the value of a header field without surrounding white space, and with each run of white space within it
  /// replaced by one space.
  ///
  /// - Complexity: O(length).
  static func value(_ value: String) -> String {
    value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }

  /// Percent-encodes each byte once, with uppercase digits.
  ///
  /// Existing percent-encoding is decoded first. A `%` that begins no triplet is encoded itself.
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
