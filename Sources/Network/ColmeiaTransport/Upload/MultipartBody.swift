import ColmeiaStorage

/// A form as the body of a request with the media type `multipart/form-data` (RFC 7578).
///
/// ```swift
/// let form: [FormField] = [
///   FormField("user", ["name": "Ana", "dogs": ["Rex", "Bob"]]),
///   FormField("photo", .file(FormFile(folder: folder, name: "rex.jpg"))),
/// ]
/// let body = try MultipartBody(form, boundary: boundary)
/// let options = TransferOptions(upload: UploadBody(body))
/// ```
///
/// The parts of this form are `user[name]`, `user[dogs][0]`, `user[dogs][1]`, and `photo`. Bytes and files have a file
/// name and a media type, which is guessed from their first byte unless a `type` is passed; texts have no file name, and
/// a media type only if it is passed. Content is never modified. Each file is read twice: once when the body is created,
/// to determine its length and to check that it doesn't contain the boundary, and once when the body is sent.
public struct MultipartBody: Sendable {
  /// A section of the body.
  enum Segment: Sendable {
    case bytes([UInt8])
    /// A file with `count` bytes. `part` is the name of the part, in which the boundary must not occur, or `nil` if any
    /// bytes are allowed.
    case file(FormFile, part: String?, count: Int)
  }

  /// The separator of the parts, without the leading `--`.
  public let boundary: String
  /// The number of bytes in the body.
  public let length: Int
  let segments: [Segment]
  let files: any FileSystem

  /// The value of the `Content-Type` field.
  public var contentType: String { "multipart/form-data; charset=utf-8; boundary=\(boundary)" }

  /// Creates the body of a form.
  ///
  /// - Parameters:
  ///   - form: The fields, in order.
  ///   - boundary: 1 to 70 letters, digits, or `'+_-.`. Use a random text, so that it doesn't occur in any part.
  ///   - files: The file system.
  /// - Throws: ``MultipartError``, including if the boundary occurs in a part.
  /// - Complexity: O(bytes, including those of files), with at most 64 KiB of a file in memory.
  public init(
    _ form: [FormField], boundary: String, files: any FileSystem = SystemFileSystem()
  ) throws(MultipartError) {
    var draft = try MultipartDraft(boundary: boundary, files: files)
    for (position, part) in try FormPart.flatten(form).enumerated() { try draft.add(part, "file\(position)") }
    draft.end()
    self.boundary = boundary
    self.files = files
    segments = draft.segments
    length = draft.length
  }
}

extension MultipartBody: CustomStringConvertible, CustomReflectable {
  /// The size of the body, without its content.
  public var description: String { "a form of \(length) bytes" }
  /// A mirror that shows only what ``description`` shows.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
