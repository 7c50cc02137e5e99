import ColmeiaStorage

/// The reason why the body of a form could not be created or read. Errors never contain a value of the form.
public enum MultipartError: Error, Sendable, Hashable, Codable {
  /// The boundary does not consist of 1 to 70 letters, digits, or `'+_-.`.
  case badBoundary
  /// The part with this name contains `--` and the boundary, which would end the part.
  case boundaryInPart(name: String)
  /// A file could not be read.
  case file(FileError)
  /// A file has changed since the form was created.
  case changed(path: String)
  /// The body has more than `limit` bytes.
  case tooLarge(limit: Int)
  /// Lists and objects are nested more than `limit` levels deep.
  case tooDeep(limit: Int)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case badBoundary, boundaryInPart, file, changed, tooLarge, tooDeep
  }
}

extension MultipartError: CustomStringConvertible {
  /// A description of the problem and how to solve it.
  public var description: String {
    switch self {
    case .badBoundary: "The boundary of a form must have 1 to 70 letters, digits or '+_-. and nothing else."
    case .boundaryInPart(let name):
      "The part \(name.debugDescription) contains the boundary. Choose another one."
    case .file(let error): "\(error)"
    case .changed(let path): "'\(path)' has changed since the form was created. Create the form again."
    case .tooLarge(let limit): "The form has more than \(limit) bytes. Send it in pieces, or raise the limit."
    case .tooDeep(let limit): "The form has more than \(limit) levels of lists and objects. Make it flatter."
    }
  }
}
