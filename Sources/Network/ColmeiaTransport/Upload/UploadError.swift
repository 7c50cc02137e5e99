import ColmeiaStorage

/// The reason why a body could not be read while it was being sent. Errors never contain its content.
public enum UploadError: Error, Sendable, Hashable, Codable {
  /// A file could not be read.
  case file(FileError)
  /// A file has changed since the body was created.
  case changed(path: String)
  /// A part of a form has changed since the form was created, and now contains the form's boundary.
  case form(MultipartError)
  /// The body has more than `limit` bytes, and the transport must hold all of it in memory.
  case tooLarge(limit: Int)

  enum CodingKeys: String, CodingKey, CaseIterable { case file, changed, form, tooLarge }
}

extension UploadError: CustomStringConvertible {
  /// A description of the problem and how to solve it.
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .changed(let path): "'\(path)' has changed since the upload was created. Create it again."
    case .form(let error): "\(error)"
    case .tooLarge(let limit):
      "The body has more than \(limit) bytes, and this transport can't send a body in pieces. Send less, or "
        + "use another transport."
    }
  }
}
