/// A path below the base URL of an API, as a list of segments. An interpolated value always stays within its segment,
/// whatever it contains: `"/events/\(id)/users"`. Literal text is sent as it stands: `"/users/"`, `"/reports:batchGet"`.
public struct EndpointPath: Sendable, Hashable {
  fileprivate struct Segment: Sendable, Hashable {
    /// The percent-encoded text.
    var text = ""
    /// Whether an interpolated value is a part of it.
    var hasValue = false
  }

  private var segments: [Segment]

  /// Creates a path from these values, each of which is a segment.
  public init(_ values: [String]) {
    segments = values.map { Segment(text: PercentEncoding.encode($0), hasValue: true) }
  }

  /// Returns the path with another segment, which is a value.
  public func appending(_ value: String) -> EndpointPath {
    var copy = self
    copy.segments += EndpointPath([value]).segments
    return copy
  }

  /// Returns the percent-encoded path, with a `/` before each segment.
  ///
  /// A segment that is `.` or `..` would change the path when it is resolved (RFC 3986 §5.2.4), and so would one that is
  /// empty because its value is. They are rejected.
  ///
  /// - Throws: ``RequestFault/pathSegment(_:)`` with the index of the invalid segment.
  /// - Complexity: O(length).
  public func encoded() throws(RequestFault) -> String {
    if let index = segments.firstIndex(where: { Self.isDots($0.text) || $0.text.isEmpty && $0.hasValue }) {
      throw .pathSegment(index)
    }
    return description
  }

  /// Whether a segment is `.` or `..`, also percent-encoded.
  private static func isDots(_ text: String) -> Bool {
    text.utf8.count <= 6 && [".", ".."].contains(text.lowercased().replacing("%2e", with: "."))
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
    self.segments = segments.first == Segment() ? Array(segments.dropFirst()) : segments
    if self.segments == [Segment()] { self.segments = [] }
  }

  /// The percent-encoded path.
  public var description: String { segments.map { "/" + $0.text }.joined() }

  /// Collects the parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var segments = [Segment()]

    /// Creates a path without segments.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends literal text, in which each `/` starts a segment. Only what can't be in a path is percent-encoded.
    public mutating func appendLiteral(_ literal: String) {
      let parts = literal.split(separator: "/", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        if place > 0 { segments.append(Segment()) }
        segments[segments.count - 1].text += URLText.wellFormed(part, also: ":@")
      }
    }

    /// Appends a value to the current segment.
    public mutating func appendInterpolation(_ value: String) {
      segments[segments.count - 1].text += PercentEncoding.encode(value)
      segments[segments.count - 1].hasValue = true
    }

    /// Appends a number to the current segment.
    public mutating func appendInterpolation(_ value: some BinaryInteger & Sendable) {
      appendInterpolation(String(value))
    }
  }
}
