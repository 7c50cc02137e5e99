/// Where an API is: an address to which the paths of its endpoints are added. Its own path is kept whole, with or
/// without a `/` at its end: below `https://host/api/v1`, `/login` is `https://host/api/v1/login`.
public struct BaseURL: Sendable, Hashable {
  /// Scheme, host and port.
  public let origin: String
  /// The path, percent-encoded, without a `/` at its end; empty for the root.
  public let path: String

  /// The base address that `text` is.
  ///
  /// - Throws: ``BaseURLError`` for anything but an absolute `http` or `https` URL without a query and a fragment.
  public init(_ text: String) throws(BaseURLError) {
    guard let address = WebAddress(rawValue: text) else { throw .notAWebAddress }
    guard address.query == nil, address.fragment == nil else { throw .hasMoreThanAPath }
    origin = address.origin
    path = String(address.path.reversed().drop { $0 == "/" }.reversed())
  }

  private init(origin: String, path: String) {
    self.origin = origin
    self.path = path
  }

  /// The base address with one more segment, which is percent-encoded: that of one of several APIs at a place, such as
  /// `v1`.
  public func appending(_ segment: String) -> BaseURL {
    BaseURL(origin: origin, path: path + "/" + PercentEncoding.encode(segment))
  }
}

extension BaseURL: CustomStringConvertible {
  /// The address, as it can be shown.
  public var description: String { origin + path }
}

/// Why a text is no base address. The text itself is not shown: it may hold a password.
public enum BaseURLError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It is no absolute `http` or `https` URL, or has a user name in it.
  case notAWebAddress
  /// It has a query or a fragment.
  case hasMoreThanAPath

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .notAWebAddress:
      "The base address of an API must be an absolute http or https URL without a user name, such as http://127.0.0.1:8080."
    case .hasMoreThanAPath:
      "The base address of an API may not have a query or a fragment. Leave out what is behind ? or #."
    }
  }
}
