import ColmeiaHTTP

/// What an object store says about an object.
public struct ObjectInfo: Sendable, Hashable {
  /// How many bytes it has; `nil` when the server does not say.
  public var size: Int?
  /// Its media type (RFC 9110 §8.3).
  public var contentType: String?
  /// What tells it from other versions of itself, with its quotes (RFC 9110 §8.8.3).
  public var tag: String?

  /// What is said.
  public init(size: Int? = nil, contentType: String? = nil, tag: String? = nil) {
    self.size = size
    self.contentType = contentType
    self.tag = tag
  }

  /// What an answer says about an object of `size` bytes.
  init(_ response: HTTPResponse, size: Int?) {
    self.init(size: size, contentType: response.headers["Content-Type"], tag: response.headers["ETag"])
  }
}

/// An object, or a part of one.
public struct StoredObject: Sendable, Hashable {
  /// The content, or the part of it that was asked for.
  public var bytes: [UInt8]
  /// What is said about the whole object.
  public var info: ObjectInfo

  /// An object.
  public init(bytes: [UInt8], info: ObjectInfo) {
    self.bytes = bytes
    self.info = info
  }
}

extension StoredObject: CustomStringConvertible, CustomReflectable {
  /// How many bytes of what.
  public var description: String { "\(bytes.count) bytes of \(info.contentType ?? "no type")" }
  /// What ``description`` shows, and what is said about it.
  public var customMirror: Mirror { Mirror(self, children: ["object": description, "info": info]) }
}

/// The part of an object that an answer holds: `bytes 0-9/1234` (RFC 9110 §14.4).
struct ContentRange: Sendable, Hashable {
  var range: Range<Int>
  /// How many bytes the whole has; `nil` when that is not known.
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
