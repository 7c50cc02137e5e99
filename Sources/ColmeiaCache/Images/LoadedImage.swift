/// The bytes of an image, as they came, and where they were found.
public struct LoadedImage: Sendable, Hashable {
  /// Where an image was found.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// The image was in memory.
    case memory
    /// The image was on disk.
    case disk
    /// On disk or in memory, too old to be used unasked; the server has confirmed that it is still the same.
    case confirmed
    /// The image was downloaded.
    case network
  }

  /// The bytes; at least one.
  public var bytes: [UInt8]
  /// Where they were found.
  public var source: Source

  /// Creates a loaded image.
  public init(_ bytes: [UInt8], source: Source) {
    self.bytes = bytes
    self.source = source
  }
}

extension LoadedImage: CustomStringConvertible, CustomReflectable {
  /// How many bytes from where.
  public var description: String { "\(bytes.count) bytes from \(source)" }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["image": description]) }
}
