/// The metadata of a stored object.
public struct ObjectInfo: Sendable, Hashable {
  /// The size in bytes.
  public var size: Int
  /// The media type (RFC 9110 §8.3).
  public var contentType: String?
  /// The entity tag, including its quotes (RFC 9110 §8.8.3). It distinguishes versions of the object.
  public var tag: String?

  /// Creates metadata.
  public init(size: Int, contentType: String? = nil, tag: String? = nil) {
    self.size = size
    self.contentType = contentType
    self.tag = tag
  }
}

/// An object with its metadata.
public struct StoredObject: Sendable, Hashable {
  /// The content.
  public var bytes: [UInt8]
  /// The metadata.
  public var info: ObjectInfo

  /// Creates an object.
  public init(bytes: [UInt8], info: ObjectInfo) {
    self.bytes = bytes
    self.info = info
  }
}

extension StoredObject: CustomStringConvertible, CustomReflectable {
  /// The number of bytes and the media type.
  public var description: String { "\(bytes.count) bytes of \(info.contentType ?? "no type")" }
  /// A mirror with the description and the metadata, but not the content.
  public var customMirror: Mirror { Mirror(self, children: ["object": description, "info": info]) }
}
