import ColmeiaJSON

/// A reference to an image of the feed: its whole URL if the user selected it, or its file name if it comes from a link
/// (D23, D27). Never empty.
public struct ImageReference: ConstrainedText, Hashable, Sendable, Codable {
  /// What each reference is.
  public static let expected = "a URL, or a name"
  /// The regular expression of all references.
  public static let pattern = #"[\s\S]"#

  /// The URL or the file name.
  public let rawValue: String

  /// Creates a reference, or returns `nil` if `rawValue` is empty.
  public init?(rawValue: String) {
    guard !rawValue.isEmpty else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a reference to exactly this image.
  public init(_ url: ImageURL) { rawValue = url.rawValue }

  /// Returns the image with this URL, or else the first one with this file name.
  ///
  /// - Complexity: O(images).
  public func find(in images: [ImageURL]) -> ImageURL? {
    images.first { $0.rawValue == rawValue } ?? images.first { $0.name == rawValue }
  }
}
