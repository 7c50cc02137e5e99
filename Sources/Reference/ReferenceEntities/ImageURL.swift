import ColmeiaHTTP
import ColmeiaJSON

/// The address of an image: an absolute `http` or `https` URL (RFC 3986 §3). The feed is strict: one invalid address
/// makes the whole response undecodable (D14).
///
/// An address that contains a user name or password is rejected, because the state must not contain secrets.
public struct ImageURL: ConstrainedText, Hashable, Sendable, Codable {
  /// What each URL is.
  public static var expected: String { WebAddress.expected }
  /// The regular expression of all URLs.
  public static var pattern: String { WebAddress.pattern }

  /// The text of the URL.
  public let rawValue: String

  /// Creates a URL, or returns `nil` if `rawValue` isn't a valid URL or has a different scheme.
  ///
  /// - Complexity: O(length).
  public init?(rawValue: String) {
    guard WebAddress(rawValue: rawValue) != nil else { return nil }
    self.rawValue = rawValue
  }

  /// The file name without its extension, such as `n02110185_10047`, by which a link identifies the image (D27). It's
  /// empty if the URL ends in a slash.
  public var name: String {
    // A screen asks each of its images for its name. Bytes are faster than characters.
    let path = rawValue.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
      .drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    let file = Substring(path[path.index(after: slash)...])
    guard let dot = file.utf8.lastIndex(of: UInt8(ascii: ".")), dot != file.startIndex else { return String(file) }
    return String(file[..<dot])
  }
}

extension ImageURL: LenientValue {
  /// Creates a URL from its text.
  public init(lenient mapper: Mapper) throws(MappingError) {
    guard let url = Self(rawValue: try String(exact: mapper)) else {
      throw MappingError(path: mapper.path, expected: Self.expected, found: "a string that isn't one")
    }
    self = url
  }
}
