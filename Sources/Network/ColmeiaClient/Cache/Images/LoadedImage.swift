/// The bytes of an image, as received, and the source they were loaded from.
public struct LoadedImage: Sendable, Hashable {
  /// The source of an image.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// The image was in memory.
    case memory
    /// The image was on disk.
    case disk
    /// The image was cached but too old. The server confirmed that it is unchanged.
    case confirmed
    /// The image was downloaded.
    case network
  }

  /// The bytes of the image. There is at least one.
  public var bytes: [UInt8]
  /// The source of the image.
  public var source: Source

  /// Creates a loaded image.
  public init(_ bytes: [UInt8], source: Source) {
    self.bytes = bytes
    self.source = source
  }
}

extension LoadedImage: CustomStringConvertible, CustomReflectable {
  /// The number of bytes and the source.
  public var description: String { "\(bytes.count) bytes from \(source)" }
  /// A mirror that shows only ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["image": description]) }
}
