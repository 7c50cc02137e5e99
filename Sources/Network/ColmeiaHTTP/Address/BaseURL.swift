/// The base URL of an API, to which the paths of its endpoints are appended. Its own path is kept, with or without a
/// trailing `/`: with the base `https://host/api/v1`, `/login` becomes `https://host/api/v1/login`. `.` and `..` segments
/// are removed, because no transport sends them, and a signature covers what is sent.
public struct BaseURL: Sendable, Hashable {
  /// Scheme, host, and port.
  public let origin: String
  /// The path, percent-encoded, without a trailing `/`. Empty for the root.
  public let path: String

  /// Creates a base URL from `text`.
  ///
  /// - Throws: ``BaseURLError`` if `text` is not an absolute `http` or `https` URL, or has a query or fragment.
  public init(_ text: String) throws(BaseURLError) {
    let address: WebAddress
    do throws(AddressFault) { address = try WebAddress(text) } catch { throw .notAWebAddress(error) }
    guard address.query == nil, address.fragment == nil else { throw .hasMoreThanAPath }
    origin = address.origin
    path = String(WebAddress.withoutDots(address.path).reversed().drop { $0 == "/" }.reversed())
  }

  private init(origin: String, path: String) {
    self.origin = origin
    self.path = path
  }

  /// Returns the base URL with an additional path segment, which is percent-encoded. Use it if a server has several
  /// APIs, such as `v1`. An empty segment, `.` and `..` add nothing.
  public func appending(_ segment: String) -> BaseURL {
    if ["", ".", ".."].contains(segment) { return self }
    return BaseURL(origin: origin, path: path + "/" + PercentEncoding.encode(segment))
  }
}

extension BaseURL: CustomStringConvertible {
  /// The URL as text.
  public var description: String { origin + path }
}

/// The reason why a text is not a base URL. The text itself is not included, because it may contain a password.
public enum BaseURLError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is not an absolute `http` or `https` URL, or contains a user name.
  case notAWebAddress(AddressFault)
  /// The URL has a query or a fragment.
  case hasMoreThanAPath

  /// A description of the problem and how to solve it.
  public var description: String {
    switch self {
    case .notAWebAddress(let fault):
      "The base address of an API is invalid: \(fault). It must be an absolute http or https URL without a user name, such "
        + "as http://127.0.0.1:8080."
    case .hasMoreThanAPath:
      "The base address of an API may not have a query or a fragment. Remove everything from ? or # on."
    }
  }
}
