import ColmeiaStorage

/// The reason why the body of a form could not be created. Errors never contain a value of the form.
public enum MultipartError: Error, Sendable, Hashable, Codable {
  /// The boundary does not consist of 1 to 70 letters, digits, or `'+_-.`.
  case badBoundary
  /// The part with this name has a media type that is not `type/subtype`, with or without parameters.
  case badType(name: String)
  /// The part with this name contains `--` and the boundary, which would end the part.
  case boundaryInPart(name: String)
  /// A file could not be read.
  case file(FileError)
  /// Lists and objects are nested more than `limit` levels deep.
  case tooDeep(limit: Int)

  enum CodingKeys: String, CodingKey, CaseIterable { case badBoundary, badType, boundaryInPart, file, tooDeep }
}

extension MultipartError: CustomStringConvertible {
  /// A description of the problem and how to solve it.
  public var description: String {
    switch self {
    case .badBoundary: "The boundary of a form must have 1 to 70 letters, digits or '+_-. and nothing else."
    case .badType(let name):
      "The media type of the part \(name.debugDescription) is not valid. Pass one such as text/csv, or nil."
    case .boundaryInPart(let name):
      "The part \(name.debugDescription) contains the boundary. Choose another one."
    case .file(let error): "\(error)"
    case .tooDeep(let limit): "The form has more than \(limit) levels of lists and objects. Make it flatter."
    }
  }
}
