import ColmeiaStorage

/// The body of a request that is read while it is sent: bytes, a file, or a form with files.
///
/// It can be read as often as it must be, so that it can follow a redirect (RFC 9110 §15.4.8), be sent by another attempt,
/// and be hashed before. A file that is not any more what it was fails the transfer, before the server has a whole body.
public struct UploadBody: Sendable {
  /// How many bytes it has.
  public let length: Int
  private let segments: [MultipartBody.Segment]
  private var boundary: String?
  package private(set) var files: any FileSystem = SystemFileSystem()

  /// How many bytes of a body a transport may hold that cannot send it in pieces.
  public static let memoryLimit = 10 << 20
}

extension UploadBody {
  /// These bytes.
  public init(_ bytes: [UInt8]) { self.init(length: bytes.count, segments: [.bytes(bytes)]) }

  /// A form.
  public init(_ form: MultipartBody) {
    self.init(length: form.length, segments: form.segments, boundary: form.boundary, files: form.files)
  }

  /// A whole file, whose length is looked up now. A link is not followed.
  ///
  /// - Parameters:
  ///   - name: The file's name in `folder`.
  ///   - folder: The path of the folder.
  ///   - files: Where files are.
  /// - Throws: ``UploadError/file(_:)`` when the file does not exist or is no regular file.
  public init(file name: String, in folder: String, files: any FileSystem = SystemFileSystem()) throws(UploadError) {
    let file = FormFile(folder: folder, name: name)
    let length: Int
    do throws(MultipartError) {
      let handle = try files.openToRead(file)
      do throws(FileError) {
        length = try files.closing(handle) { () throws(FileError) in try files.look(handle).size }
      } catch { throw MultipartError.file(error) }
    } catch { throw UploadError(error) }
    self.init(length: length, segments: [.file(file, part: nil, count: length)], files: files)
  }

  /// Reads it from its beginning.
  public func reader() -> UploadReader {
    UploadReader(MultipartReader(segments, boundary: boundary, files: files), length: length)
  }

  /// All of it, for transports that cannot take it in pieces.
  ///
  /// - Throws: ``UploadError`` when a file cannot be read or has changed, or all of it has more than `limit` bytes.
  /// - Complexity: O(length).
  public func bytes(limit: Int = memoryLimit) throws(UploadError) -> [UInt8] {
    if length > limit { throw .tooLarge(limit: limit) }
    var reader = reader()
    return try reader.read(length)
  }
}

extension UploadBody: CustomStringConvertible, CustomReflectable {
  /// How many bytes; never which.
  public var description: String { "\(length) bytes" }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
