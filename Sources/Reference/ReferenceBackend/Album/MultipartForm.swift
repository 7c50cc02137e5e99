import ColmeiaHTTP

/// A body of the type `multipart/form-data` (RFC 7578), parsed into its parts, in order.
struct MultipartForm: Sendable, Equatable {
  /// A part of the form.
  struct Part: Sendable, Equatable {
    var name: String
    /// The name of the file, or `nil` for a text field.
    var fileName: String?
    var bytes: [UInt8]
  }

  static let mostParts = 100

  private(set) var parts: [Part] = []

  /// Parses the body of a request. Returns `nil` if it isn't a valid form.
  ///
  /// - Complexity: O(length).
  init?(_ request: HTTPRequest) {
    guard let type = request.headers["Content-Type"], MediaType(type)?.essence == "multipart/form-data",
      let boundary = FieldReader.parameters(of: type)["boundary"], (1...70).contains(boundary.utf8.count)
    else { return nil }
    let mark = Array("\r\n--\(boundary)".utf8)
    // The line break before the first boundary is optional.
    let body = Array("\r\n".utf8) + request.body
    guard var last = Self.delimiter(mark, in: body[...]) else { return nil }
    while !last.isEnd {
      guard parts.count < Self.mostParts, let next = Self.delimiter(mark, in: body[last.range.upperBound...]),
        let part = Self.part(body[last.range.upperBound..<next.range.lowerBound])
      else { return nil }
      parts.append(part)
      last = next
    }
  }

  /// Returns the range of the first delimiter, with the white space that may follow it, and whether it is the last one
  /// of the form. A delimiter is followed by a line break or by two hyphens (RFC 2046 §5.1.1).
  private static func delimiter(
    _ mark: [UInt8], in bytes: ArraySlice<UInt8>
  ) -> (range: Range<Int>, isEnd: Bool)? {
    var rest = bytes
    while let start = find(mark, in: rest) {
      let end = start + mark.count
      if bytes[end...].starts(with: "--".utf8) { return (start..<end, true) }
      let next = bytes[end...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.endIndex
      if bytes[next...].starts(with: "\r\n".utf8) { return (start..<next, false) }
      rest = bytes[end...]
    }
    return nil
  }

  /// Returns the text of the only part with this name, or `nil` if there is no such part or it isn't text.
  func text(_ name: String) -> String? {
    let found = parts.filter { $0.name == name }
    guard found.count == 1, found[0].fileName == nil else { return nil }
    return String(validating: found[0].bytes, as: UTF8.self)
  }

  /// Returns the bytes of the only file with this name, or `nil` if there isn't exactly one.
  func file(_ name: String) -> [UInt8]? {
    let found = parts.filter { $0.name == name && $0.fileName != nil }
    return found.count == 1 ? found[0].bytes : nil
  }

  /// Parses the bytes between two boundaries: header fields, an empty line, and the content.
  private static func part(_ piece: ArraySlice<UInt8>) -> Part? {
    let separator = Array("\r\n\r\n".utf8)
    guard piece.starts(with: "\r\n".utf8), let end = find(separator, in: piece),
      let head = String(validating: piece[piece.startIndex..<end], as: UTF8.self)
    else { return nil }
    let field = "content-disposition:"
    let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(field) }
    guard let parameters = line.map(FieldReader.parameters), let name = parameters["name"] else { return nil }
    return Part(name: name, fileName: parameters["filename"], bytes: Array(piece[(end + separator.count)...]))
  }

  /// Returns the index of the first occurrence of `mark`.
  private static func find(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    return (bytes.startIndex...bytes.endIndex - mark.count).first { bytes[$0...].starts(with: mark) }
  }
}
