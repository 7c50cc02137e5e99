import ColmeiaStorage

/// A form as the body of a request, of the type `multipart/form-data` (RFC 7578).
///
/// ```swift
/// let form: [FormField] = [
///   FormField("user", ["name": "Ana", "dogs": ["Rex", "Bob"]]),
///   FormField("photo", .file(FormFile(folder: folder, name: "rex.jpg"))),
/// ]
/// let body = try MultipartBody(form, boundary: boundary)
/// var reader = body.reader()
/// while case let piece = try reader.read(65_536), !piece.isEmpty { try await send(piece) }
/// ```
///
/// Its parts are `user[name]`, `user[dogs][0]`, `user[dogs][1]` and `photo`. Bytes and files have a file name and a type,
/// which is guessed by their first byte; texts have neither. Their content is not changed in any way. Files are read
/// twice: once when the body is made, to know how long it is and that the boundary is in none of them, and once when it
/// is sent.
public struct MultipartBody: Sendable {
  /// A piece of the body.
  enum Segment: Sendable {
    case bytes([UInt8])
    /// A file of so many bytes; the name of the part in which no boundary may stand, `nil` where any byte may.
    case file(FormFile, part: String?, count: Int)
  }

  /// What separates the parts, without the `--` before it.
  public let boundary: String
  /// How many bytes the body has.
  public let length: Int
  let segments: [Segment]
  let files: any FileSystem

  /// What to send as `Content-Type`.
  public var contentType: String { "multipart/form-data; charset=utf-8; boundary=\(boundary)" }

  /// The body of a form.
  ///
  /// - Parameters:
  ///   - form: The fields, in order.
  ///   - boundary: 1 to 70 letters, digits or `'+_-.`; best a random text, so that it stands in no part.
  ///   - files: Where files are.
  ///   - fileStem: The file name, up to its point, of the part at this place, where the form gives none.
  /// - Throws: ``MultipartError``; also when the boundary stands in a part.
  /// - Complexity: O(bytes, those of files included), with no more than 64 KiB of a file in memory.
  public init(
    _ form: [FormField], boundary: String, files: any FileSystem = SystemFileSystem(),
    fileStem: (Int) -> String = { "file\($0)" }
  ) throws(MultipartError) {
    var draft = try MultipartDraft(boundary: boundary, files: files)
    for (place, part) in try FormPart.flatten(form).enumerated() { try draft.add(part, fileStem(place)) }
    draft.end()
    self.boundary = boundary
    self.files = files
    segments = draft.segments
    length = draft.length
  }

  /// Reads the body from its beginning.
  public func reader() -> MultipartReader { MultipartReader(segments, boundary: boundary, files: files) }

  /// The whole body, for one that is small.
  ///
  /// - Parameter limit: How many bytes it may have; 10 MiB where nothing else is said.
  /// - Throws: ``MultipartError`` when a file cannot be read, or all of it has more than `limit` bytes.
  /// - Complexity: O(length).
  public func bytes(limit: Int = 10 << 20) throws(MultipartError) -> [UInt8] {
    if length > limit { throw .tooLarge(limit: limit) }
    var reader = reader()
    return try reader.read(length)
  }
}

extension MultipartBody: CustomStringConvertible, CustomReflectable {
  /// How many bytes; never which.
  public var description: String { "a form of \(length) bytes" }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
