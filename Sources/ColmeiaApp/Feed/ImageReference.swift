/// What names an image of the feed: its whole URL, as a tap does, or the file's name, as a link does
/// (D23, D27). Never empty.
public struct ImageReference: RawRepresentable, Hashable, Sendable, Codable {
  /// The URL, or the name.
  public let rawValue: String

  /// The reference that reads `rawValue`; `nil` when that is empty.
  public init?(rawValue: String) {
    guard !rawValue.isEmpty else { return nil }
    self.rawValue = rawValue
  }

  /// The reference to exactly this image.
  public init(_ url: ImageURL) { rawValue = url.rawValue }

  /// The image that is meant: the one with this URL, otherwise the first one with this name.
  ///
  /// - Complexity: O(images).
  public func find(in images: [ImageURL]) -> ImageURL? {
    images.first { $0.rawValue == rawValue } ?? images.first { $0.name == rawValue }
  }
}
