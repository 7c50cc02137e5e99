import ColmeiaStorage

/// A request body that is read while it is being sent: bytes, a file, or a form with files.
///
/// It can be read repeatedly, so that it can be hashed before it is sent, be sent again by a retry, and follow a
/// redirect (RFC 9110 §15.4.8). If a file has grown or shrunk, the transfer fails before the server has received a whole body.
public struct UploadBody: Sendable {
  /// The number of bytes in the body.
  public let length: Int
  private let segments: [MultipartBody.Segment]
  private var boundary: String?
  package private(set) var files: any FileSystem = SystemFileSystem()

  /// The maximum number of bytes of a body in a transport that can't send it in pieces.
  public static let memoryLimit = 10 << 20
}

extension UploadBody {
  /// Creates a body from bytes.
  public init(_ bytes: [UInt8]) { self.init(length: bytes.count, segments: [.bytes(bytes)]) }

  /// Creates a body from a form.
  public init(_ form: MultipartBody) {
    self.init(length: form.length, segments: form.segments, boundary: form.boundary, files: form.files)
  }

  /// Creates a body from a whole file. Its length is determined now. A symbolic link is not followed.
  ///
  /// - Parameters:
  ///   - name: The name of the file in `folder`.
  ///   - folder: The path of the folder.
  ///   - files: The file system.
  /// - Throws: ``UploadError/file(_:)`` if the file doesn't exist or is not a regular file.
  public init(file name: String, in folder: String, files: any FileSystem = SystemFileSystem()) throws(UploadError) {
    let file = FormFile(folder: folder, name: name)
    let length: Int
    do throws(FileError) {
      let handle = try files.openToRead(file)
      length = try files.closing(handle) { () throws(FileError) in try files.status(handle).size }
    } catch { throw .file(error) }
    self.init(length: length, segments: [.file(file, part: nil, count: length)], files: files)
  }

  /// Returns a reader at the beginning of the body.
  public func reader() -> UploadReader {
    UploadReader(segments, length: length, boundary: boundary, files: files)
  }

  /// Returns the whole body, for transports that can't send it in pieces.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Throws: ``UploadError`` if a file can't be read or has changed, or if the body has more than `limit` bytes.
  /// - Complexity: O(length).
  public func bytes(limit: Int = memoryLimit) throws(UploadError) -> [UInt8] {
    if length > limit { throw .tooLarge(limit: limit) }
    var reader = reader()
    return try reader.read(length)
  }

  /// Returns the whole body, read on the threads for blocking calls.
  nonisolated(nonsending) package func whole() async throws(UploadError) -> [UInt8] {
    try await files.blocking { () throws(UploadError) in try bytes() }
  }
}

extension UploadBody: CustomStringConvertible, CustomReflectable {
  /// The size of the body, without its content.
  public var description: String { "\(length) bytes" }
  /// A mirror that shows only what ``description`` shows.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
