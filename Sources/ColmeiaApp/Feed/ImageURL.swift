/// The address of an image: an absolute `http` or `https` URL (RFC 3986 §3). The feed is strict about it:
/// one address in another form makes the whole answer undecodable (D14).
///
/// An address with a user name or password in it is refused, since states must not hold secrets.
public struct ImageURL: RawRepresentable, Hashable, Sendable, Codable {
  /// The URL.
  public let rawValue: String

  /// The URL that `rawValue` is; `nil` when it is none, or has another scheme.
  ///
  /// - Complexity: O(length).
  public init?(rawValue: String) {
    guard let rest = Self.afterScheme(rawValue.utf8) else { return nil }
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    let path = rest[authority.endIndex...]
    guard Self.isAuthority(authority), Self.isPath(path) else { return nil }
    self.rawValue = rawValue
  }

  /// The file's name without its extension (`n02110185_10047`): what a link calls the image (D27). Empty
  /// when the URL ends in a slash.
  public var name: String {
    let path = rawValue.prefix { $0 != "?" && $0 != "#" }.drop { $0 != ":" }.dropFirst(3)
    guard let slash = path.lastIndex(of: "/") else { return "" }
    let file = path[path.index(after: slash)...]
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return String(file) }
    return String(file[..<dot])
  }
}

extension ImageURL {
  private typealias Bytes = Substring.UTF8View

  private static func afterScheme(_ bytes: String.UTF8View) -> Bytes? {
    for scheme in ["https://", "http://"] {
      let start = bytes.prefix(scheme.utf8.count)
      // Only letters differ in this bit; a control character would otherwise pass for punctuation.
      let matches = start.elementsEqual(scheme.utf8) { $0 == $1 || isLetter($1) && $0 == $1 ^ 0x20 }
      if matches { return bytes[start.endIndex...] }
    }
    return nil
  }

  /// A host, in brackets if it is an IPv6 address, and perhaps a port.
  private static func isAuthority(_ authority: Bytes) -> Bool {
    if authority.first == UInt8(ascii: "[") {
      guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = authority[..<end].dropFirst()
      return !address.isEmpty && address.allSatisfy { isHexDigit($0) || ":.".utf8.contains($0) }
        && isPort(authority[end...].dropFirst())
    }
    let host = authority.prefix { $0 != UInt8(ascii: ":") }
    return !host.isEmpty && isWellFormed(host, also: "") && isPort(authority[host.endIndex...])
  }

  /// Nothing, or a colon and a number up to 65535.
  private static func isPort(_ port: Bytes) -> Bool {
    guard let colon = port.first else { return true }
    let digits = port.dropFirst()
    guard colon == UInt8(ascii: ":"), digits.allSatisfy(isDigit) else { return false }
    return digits.isEmpty || UInt16(String(Substring(digits))) != nil
  }

  /// Path, query and fragment.
  private static func isPath(_ path: Bytes) -> Bool {
    let beforeFragment = path.prefix { $0 != UInt8(ascii: "#") }
    let fragment = path[beforeFragment.endIndex...].dropFirst()
    return isWellFormed(beforeFragment, also: "/?:@") && isWellFormed(fragment, also: "/?:@")
  }

  /// Unreserved characters, sub-delimiters, complete `%` triplets, and the characters in `others`.
  private static func isWellFormed(_ bytes: Bytes, also others: String) -> Bool {
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst(), let low = rest.popFirst(), isHexDigit(high), isHexDigit(low) else {
          return false
        }
      } else if !(isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=".utf8.contains(byte)
        || others.utf8.contains(byte))
      {
        return false
      }
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
