import ColmeiaHTTP

/// Reads the texts of a small XML document (XML 1.0). It has no side effects.
///
/// It supports what object stores send in responses and refuses whatever could be harmful: documents that are too long,
/// and document types, which can refer to files and addresses, and define entities that expand without bound. Names keep
/// their prefix. Attributes are skipped.
package struct XMLReader {
  /// The document is malformed or not supported.
  private struct Refusal: Error {}

  /// The maximum size of a document in bytes.
  package static let limit = 65_536

  private let bytes: [UInt8]
  private let root: String
  private var position: Int
  /// The names of the open elements, outermost first.
  private var open: [String] = []
  private var hasRoot = false
  /// The text of the innermost child of the root.
  private var text = ""
  private var texts: [String: String] = [:]

  private init(_ bytes: [UInt8], root: String) {
    self.bytes = bytes
    self.root = root
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the texts of the root's child elements by name, without empty ones. If several elements have the same name,
  /// the first counts.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - root: The name of its root element.
  /// - Returns: The texts, or `nil` if the document is malformed, not supported, or another one.
  /// - Complexity: O(length).
  package static func texts(in bytes: [UInt8], root: String) -> [String: String]? {
    guard bytes.count <= limit, String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = XMLReader(bytes, root: root)
    do throws(Refusal) {
      while reader.position < bytes.count { try reader.readNext() }
    } catch { return nil }
    return reader.open.isEmpty && reader.hasRoot ? reader.texts : nil
  }

  private mutating func readNext() throws(Refusal) {
    if consume("<?") {
      _ = try consume(upTo: "?>")
    } else if consume("<!--") {
      _ = try consume(upTo: "-->")
    } else if consume("<![CDATA[") {
      try add(try consume(upTo: "]]>"), isEscaped: false)
    } else if consume("</") {
      try endElement()
    } else if consume("<") {
      try startElement()
    } else {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
      defer { position = end }
      try add(bytes[position..<end], isEscaped: true)
    }
  }

  /// Reads a start tag after its `<`. A declaration such as `<!DOCTYPE` is refused, since it has no name.
  private mutating func startElement() throws(Refusal) {
    let name = try takeName()
    guard hasRoot ? !open.isEmpty : name == root else { throw Refusal() }
    hasRoot = true
    open.append(name)
    if open.count == 2 { text = "" }
    if try skipAttributes() { close() }
  }

  private mutating func endElement() throws(Refusal) {
    guard try takeName() == open.last else { throw Refusal() }
    skipSpace()
    guard consume(">") else { throw Refusal() }
    close()
  }

  private mutating func close() {
    let name = open.removeLast()
    if open.count == 1, texts[name] == nil, !text.isEmpty { texts[name] = text }
  }

  /// Skips the attributes of a start tag and the end of the tag. Returns whether the tag is self-closing.
  private mutating func skipAttributes() throws(Refusal) -> Bool {
    while true {
      let hasSpace = skipSpace()
      if consume(">") { return false }
      if consume("/>") { return true }
      guard hasSpace else { throw Refusal() }
      _ = try takeName()
      skipSpace()
      guard consume("=") else { throw Refusal() }
      skipSpace()
      guard let quote = consume("\"") ? "\"" : consume("'") ? "'" : nil else { throw Refusal() }
      _ = try consume(upTo: quote)
    }
  }

  /// Adds the text of an element. Only white space may be outside of the root.
  private mutating func add(_ bytes: ArraySlice<UInt8>, isEscaped: Bool) throws(Refusal) {
    let parts = isEscaped ? bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) : [bytes]
    guard !open.isEmpty || isEscaped && bytes.allSatisfy(Self.isSpace) else { throw Refusal() }
    var added = try Self.characters(parts.first ?? [])
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: UInt8(ascii: ";")), let scalar = Self.scalar(part[..<end]) else {
        throw Refusal()
      }
      added.unicodeScalars.append(scalar)
      added += try Self.characters(part[(end + 1)...])
    }
    if open.count == 2 { text += added }
  }

  /// Returns characters with line endings normalized to line feeds (XML 1.0 §2.11).
  private static func characters(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> String {
    guard bytes.allSatisfy({ $0 >= 0x20 || isSpace($0) }) else { throw Refusal() }
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  /// Returns the character that `amp`, `#38` or `#x26` refers to (XML 1.0 §4.1, §4.6).
  private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let name = String(decoding: name, as: UTF8.self)
    guard name.hasPrefix("#") else { return XMLText.names.first { $0.value == name }?.key.unicodeScalars.first }
    let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
    guard digits.utf8.allSatisfy(URLText.isHexDigit) else { return nil }
    let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10)
    return number.flatMap { $0 >= 0x20 || $0 < 0x20 && isSpace(UInt8($0)) ? Unicode.Scalar($0) : nil }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// Advances past `text` if it comes next. Returns whether it did.
  private mutating func consume(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Advances past the next occurrence of `mark`, and returns what is before it.
  private mutating func consume(upTo mark: String) throws(Refusal) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count {
      let end = position
      if consume(mark) { return bytes[start..<end] }
      position += 1
    }
    throw Refusal()
  }

  private mutating func takeName() throws(Refusal) -> String {
    let name = bytes[position...].prefix { !Self.isSpace($0) && !"<>/=&'\"!?".utf8.contains($0) }
    guard !name.isEmpty else { throw Refusal() }
    position = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let start = position
    position = bytes[position...].firstIndex { !Self.isSpace($0) } ?? bytes.count
    return position > start
  }
}
