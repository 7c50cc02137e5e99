/// A path below the base URL of an API, as a list of segments. An interpolated value always stays within its segment,
/// whatever it contains: `"/events/\(id)/users"`.
public struct EndpointPath: Sendable, Hashable {
  /// The segments, not percent-encoded.
  public var segments: [String]

  /// Creates a path from these segments.
  public init(_ segments: [String]) { self.segments = segments }

  /// Returns the percent-encoded path, with a `/` before each segment.
  ///
  /// A segment that is empty, `.`, or `..` would change the path when it is resolved (RFC 3986 §5.2.4), and is
  /// rejected.
  ///
  /// - Throws: ``RequestFault/pathSegment(_:)`` with the index of the invalid segment.
  /// - Complexity: O(length).
  public func encoded() throws(RequestFault) -> String {
    if let index = segments.firstIndex(where: { ["", ".", ".."].contains($0) }) {
      throw .pathSegment(index)
    }
    return segments.map { "/" + PercentEncoding.encode($0) }.joined()
  }
}

extension EndpointPath: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Creates a path from a literal, in which each `/` separates segments.
  public init(stringLiteral value: String) {
    var builder = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    builder.appendLiteral(value)
    self.init(stringInterpolation: builder)
  }

  /// Creates a path from a literal with interpolated values.
  public init(stringInterpolation: StringInterpolation) {
    let segments = stringInterpolation.segments
    // The first segment is the text before the leading slash, which is normally empty.
    self.segments = segments.first == "" ? Array(segments.dropFirst()) : segments
    if self.segments == [""] { self.segments = [] }
  }

  /// The percent-encoded path.
  public var description: String { segments.map { "/" + PercentEncoding.encode($0) }.joined() }

  /// Collects the parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var segments = [""]

    /// Creates a path without segments.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends literal text, in which each `/` starts a segment.
    public mutating func appendLiteral(_ literal: String) {
      let parts = literal.split(separator: "/", omittingEmptySubsequences: false)
      segments[segments.count - 1] += parts[0]
      segments += parts.dropFirst().map(String.init)
    }

    /// Appends a value to the current segment.
    public mutating func appendInterpolation(_ value: String) { segments[segments.count - 1] += value }

    /// Appends a number to the current segment.
    public mutating func appendInterpolation(_ value: some BinaryInteger & Sendable) {
      segments[segments.count - 1] += String(value)
    }
  }
}
