/// A path below the base address of an API, as its segments. What is interpolated stays within its segment, whatever is
/// in it: `"/events/\(id)/users"`.
public struct EndpointPath: Sendable, Hashable {
  /// The segments, not percent-encoded.
  public var segments: [String]

  /// A path of these segments.
  public init(_ segments: [String]) { self.segments = segments }

  /// The path, percent-encoded, with a `/` before each segment.
  ///
  /// An empty segment, `.` or `..` would make another path of it on the way (RFC 3986 §5.2.4), and is refused.
  ///
  /// - Throws: Which segment, counted from 0.
  /// - Complexity: O(length).
  public func encoded() throws(RequestFault) -> String {
    if let index = segments.firstIndex(where: { ["", ".", ".."].contains($0) }) {
      throw .pathSegment(index)
    }
    return segments.map { "/" + PercentEncoding.encode($0) }.joined()
  }
}

extension EndpointPath: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The path of a literal; only its own `/` separate segments.
  public init(stringLiteral value: String) {
    var builder = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    builder.appendLiteral(value)
    self.init(stringInterpolation: builder)
  }

  /// The path of a literal with values in it.
  public init(stringInterpolation: StringInterpolation) {
    let segments = stringInterpolation.segments
    // What is before the first slash: nothing, if there is one.
    self.segments = segments.first == "" ? Array(segments.dropFirst()) : segments
    if self.segments == [""] { self.segments = [] }
  }

  /// The path, percent-encoded.
  public var description: String { segments.map { "/" + PercentEncoding.encode($0) }.joined() }

  /// Collects the pieces of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var segments = [""]

    /// Creates a path without segments.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text of the literal, whose `/` begin segments.
    public mutating func appendLiteral(_ literal: String) {
      let parts = literal.split(separator: "/", omittingEmptySubsequences: false)
      segments[segments.count - 1] += parts[0]
      segments += parts.dropFirst().map(String.init)
    }

    /// Adds a value to the segment.
    public mutating func appendInterpolation(_ value: String) { segments[segments.count - 1] += value }

    /// Adds a number to the segment.
    public mutating func appendInterpolation(_ value: some BinaryInteger & Sendable) {
      segments[segments.count - 1] += String(value)
    }
  }
}
