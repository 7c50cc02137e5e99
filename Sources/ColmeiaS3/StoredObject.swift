import ColmeiaHTTP

/// The metadata of a stored object.
public struct ObjectInfo: Sendable, Hashable {
  /// The size in bytes, or `nil` if the server doesn't report it.
  public var size: Int?
  /// The media type (RFC 9110 §8.3).
  public var contentType: String?
  /// The entity tag, including its quotes (RFC 9110 §8.8.3). It distinguishes versions of the object.
  public var tag: String?

  /// Creates metadata.
  public init(size: Int? = nil, contentType: String? = nil, tag: String? = nil) {
    self.size = size
    self.contentType = contentType
    self.tag = tag
  }

  /// Creates the metadata of an object of `size` bytes from a response.
  init(_ response: HTTPResponse, size: Int?) {
    self.init(size: size, contentType: response.headers["Content-Type"], tag: response.headers["ETag"])
  }
}

/// An object, or a part of one, with its metadata.
public struct StoredObject: Sendable, Hashable {
  /// The content, or the requested part of it.
  public var bytes: [UInt8]
  /// The metadata of the whole object.
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

/// The part of an object in a response, parsed from a `Content-Range` such as `bytes 0-9/1234` (RFC 9110 §14.4).
struct ContentRange: Sendable, Hashable {
  var range: Range<Int>
  /// The size of the whole object in bytes, or `nil` if it is unknown.
  var size: Int?

  init?(_ text: String) {
    guard text.hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { URLText.number($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
    range = first..<last + 1
    size = URLText.number(parts[1])
    guard parts[1] == "*" || last < size ?? 0 else { return nil }
  }
}
