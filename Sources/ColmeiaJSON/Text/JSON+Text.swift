/// How JSON is laid out as text.
public enum JSONLayout: Sendable, Hashable {
  /// On one line, without spaces.
  case compact
  /// One member a line, two spaces a level.
  case pretty
}

extension JSON {
  /// Reads a document.
  ///
  /// - Throws: ``JSONError``, with the position.
  /// - Complexity: O(bytes); O(n log n) in the keys of one object.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
    self = try TapeParser.document(bytes, limits).value(0)
  }

  /// Reads a document.
  ///
  /// - Throws: ``JSONError``, with the position.
  public init(parsing text: some StringProtocol, limits: JSONLimits = .standard) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  /// Reads one value that stands in the midst of a text, from `offset` on; `offset` is then behind it. Positions of
  /// errors are those in the whole text.
  package static func read(
    _ bytes: [UInt8], from offset: inout Int, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSON {
    let read = try TapeParser.value(in: bytes, from: offset, limits)
    offset = read.end
    return read.tape.value(0)
  }

  /// Where the value at `path` begins in a text that was read from `offset` on; where its key does, for `ofKey`. `nil` when
  /// there is no such value.
  ///
  /// - Complexity: O(bytes); for messages.
  package static func position(
    of path: JSONPath, in bytes: [UInt8], from offset: Int = 0, ofKey: Bool = false, limits: JSONLimits = .standard
  ) -> TextPosition? {
    guard let tape = try? TapeParser.value(in: bytes, from: offset, limits).tape, let node = tape.node(at: path) else {
      return nil
    }
    if ofKey, case .key = path.steps.last { return TextPosition(of: tape.start(of: node - 1), in: bytes) }
    return TextPosition(of: tape.start(of: node), in: bytes)
  }

  /// The value as JSON.
  ///
  /// - Parameters:
  ///   - layout: Compact, or with indentation.
  ///   - sortsKeys: Whether the members of objects come in the order of their keys instead of their own.
  /// - Complexity: O(length).
  public func text(_ layout: JSONLayout = .compact, sortsKeys: Bool = false) -> String {
    String(decoding: bytes(layout, sortsKeys: sortsKeys), as: UTF8.self)
  }

  /// The value as JSON in UTF-8.
  public func bytes(_ layout: JSONLayout = .compact, sortsKeys: Bool = false) -> [UInt8] {
    var printer = JSONPrinter(layout: layout)
    printer.print(self, sortsKeys: sortsKeys)
    return printer.bytes.array
  }
}
