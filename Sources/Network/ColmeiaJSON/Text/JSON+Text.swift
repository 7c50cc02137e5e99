/// The layout of JSON text.
public enum JSONLayout: Sendable, Hashable {
  /// One line without spaces.
  case compact
  /// One member per line, indented by two spaces per level.
  case pretty
}

extension JSON {
  /// Parses a document. A byte order mark at its beginning is ignored (RFC 8259 §8.1).
  ///
  /// - Throws: ``JSONError``, with the position.
  /// - Complexity: O(bytes); O(n log n) in the keys of one object.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
    self = try TapeParser.document(bytes, limits).value(0)
  }

  /// Parses a document.
  ///
  /// - Throws: ``JSONError``, with the position.
  public init(parsing text: some StringProtocol, limits: JSONLimits = .standard) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  /// Parses one value within a text, starting at `offset`, and sets `offset` to the end of the value. Positions of
  /// errors refer to the whole text.
  package static func read(
    _ bytes: [UInt8], from offset: inout Int, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSON {
    let read = try TapeParser.value(in: bytes, from: offset, limits)
    offset = read.end
    return read.tape.value(0)
  }

  /// Returns the position of the value at `path`, or of its key, in a text that was parsed from `offset`. Returns `nil`
  /// if there is no such value.
  ///
  /// - Complexity: O(bytes). Intended for messages.
  package static func position(
    of path: JSONPath, in bytes: [UInt8], from offset: Int = 0, ofKey: Bool = false, limits: JSONLimits = .standard
  ) -> TextPosition? {
    guard let tape = try? TapeParser.value(in: bytes, from: offset, limits).tape, let node = tape.node(at: path) else {
      return nil
    }
    if ofKey, case .key = path.steps.last { return TextPosition(of: tape.start(of: node - 1), in: bytes) }
    return TextPosition(of: tape.start(of: node), in: bytes)
  }

  /// Returns the value as JSON text.
  ///
  /// - Parameters:
  ///   - layout: The layout of the text.
  ///   - sortsKeys: Whether to sort the members of objects by key.
  /// - Complexity: O(length).
  public func text(_ layout: JSONLayout = .compact, sortsKeys: Bool = false) -> String {
    String(decoding: bytes(layout, sortsKeys: sortsKeys), as: UTF8.self)
  }

  /// Returns the value as JSON text in UTF-8.
  public func bytes(_ layout: JSONLayout = .compact, sortsKeys: Bool = false) -> [UInt8] {
    var printer = JSONPrinter(layout: layout)
    printer.print(self, sortsKeys: sortsKeys)
    return printer.bytes.array
  }
}
