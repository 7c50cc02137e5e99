import ColmeiaHTTP

/// The address of an image: an absolute `http` or `https` URL (RFC 3986 §3). The feed is strict about it:
/// one address in another form makes the whole answer undecodable (D14).
///
/// An address with a user name or password in it is refused, since states must not hold secrets.
public struct ImageURL: RawRepresentable, Hashable, Sendable, Codable {
  /// The URL as a text.
  public let rawValue: String

  /// The URL that `rawValue` is; `nil` when it is none, or has another scheme.
  ///
  /// - Complexity: O(length).
  public init?(rawValue: String) {
    guard WebAddress(rawValue: rawValue) != nil else { return nil }
    self.rawValue = rawValue
  }

  /// The URL that `address` is.
  init(_ address: WebAddress) { rawValue = address.rawValue }

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
