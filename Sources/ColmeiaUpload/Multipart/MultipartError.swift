import ColmeiaStorage

/// Why a form could not be made into a body, or its body not be read. Nothing here quotes a value.
public enum MultipartError: Error, Sendable, Hashable, Codable {
  /// The boundary has not 1 to 70 letters, digits or `'+_-.`.
  case badBoundary
  /// `--` and the boundary stand in the part of this name, which would end there.
  case boundaryInPart(name: String)
  /// A file could not be read.
  case file(FileError)
  /// A file is not any more what it was when the form was made.
  case changed(path: String)
  /// The body has more than so many bytes.
  case tooLarge(limit: Int)
  /// Lists and objects lie in one another deeper than this.
  case tooDeep(limit: Int)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case badBoundary, boundaryInPart, file, changed, tooLarge, tooDeep
  }
}

extension MultipartError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .badBoundary: "The boundary of a form must have 1 to 70 letters, digits or '+_-. and nothing else."
    case .boundaryInPart(let name):
      "The boundary stands in the part \(name.debugDescription), which would end there. Draw another one."
    case .file(let error): "\(error)"
    case .changed(let path): "'\(path)' has changed since the form was made. Make the form again."
    case .tooLarge(let limit): "The form has more than \(limit) bytes. Send it in pieces, or raise the limit."
    case .tooDeep(let limit): "The form has more than \(limit) levels of lists and objects. Make it flatter."
    }
  }
}
