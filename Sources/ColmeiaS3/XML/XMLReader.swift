/// A pull parser for small XML documents (XML 1.0): ``next()`` returns the next event. It has no side effects.
///
/// It supports what object stores send in responses and refuses whatever could be harmful: document types, and
/// therefore all entities except XML's predefined five, and documents that are too long or too deeply nested. Names
/// keep their prefix. Attributes are checked and skipped.
package struct XMLReader: Sendable {
  /// An event in a document.
  package enum Event: Sendable, Hashable {
    /// The beginning of an element with this name.
    case start(String)
    /// A text in the innermost element. The text of an element can be split into several events.
    case text(String)
    /// The end of an element with this name.
    case end(String)
  }

  private let limits: XMLLimits
  var bytes: [UInt8]
  var place = 0
  /// The names of the open elements, outermost first.
  private var open: [String] = []
  /// Whether the innermost element was self-closing, like `<a/>`, so that its end event is still pending.
  private var isEndDue = false
  private var hasElement = false
  private var references = 0
  /// The first error. Every later read throws it again.
  private var failure: XMLError?

  /// Creates a reader at the beginning of a document.
  ///
  /// - Complexity: O(length).
  package init(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLError) {
    guard bytes.count <= limits.bytes else { throw XMLError(.tooLong(limits.bytes), at: limits.bytes) }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw XMLError(.notUTF8, at: 0) }
    self.bytes = bytes
    self.limits = limits
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// The number of open elements at the current position.
  package var depth: Int { open.count }

  /// Returns the next event, or `nil` at the end of the document.
  ///
  /// - Throws: ``XMLError``. After an error, every later call throws the same error.
  package mutating func next() throws(XMLError) -> Event? {
    if let failure { throw failure }
    do throws(XMLError) {
      return try read()
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func read() throws(XMLError) -> Event? {
    if isEndDue {
      isEndDue = false
      return .end(open.removeLast())
    }
    while place < bytes.count {
      if let event = try step() { return event }
    }
    guard open.isEmpty, hasElement else { throw XMLError(.unexpectedEnd, at: place) }
    return nil
  }

  /// Reads one construct. Returns `nil` if it produces no event.
  private mutating func step() throws(XMLError) -> Event? {
    if take("<?") { return try skip(past: "?>") }
    if take("<!--") { return try skip(past: "-->") }
    if take("<![CDATA[") { return try characterData() }
    if bytes[place...].starts(with: "<!".utf8) { throw XMLError(.documentType, at: place) }
    if take("</") { return try endTag() }
    if take("<") { return try startTag() }
    return try text()
  }

  private mutating func skip(past mark: String) throws(XMLError) -> Event? {
    place = try find(mark) + mark.utf8.count
    return nil
  }

  private mutating func characterData() throws(XMLError) -> Event? {
    let start = place
    guard !open.isEmpty else { throw XMLError(.outsideOfElement, at: start) }
    let end = try find("]]>")
    place = end + 3
    return .text(try characters(start..<end))
  }

  private mutating func startTag() throws(XMLError) -> Event {
    guard !open.isEmpty || !hasElement else { throw XMLError(.outsideOfElement, at: place) }
    guard open.count < limits.depth else { throw XMLError(.tooDeep(limits.depth), at: place) }
    let name = try name()
    isEndDue = try attributes()
    open.append(name)
    hasElement = true
    return .start(name)
  }

  private mutating func endTag() throws(XMLError) -> Event {
    let start = place
    let name = try name()
    skipSpace()
    guard take(">") else { throw malformed }
    guard open.last == name else { throw XMLError(.otherEndTag, at: start) }
    open.removeLast()
    return .end(name)
  }

  /// Skips the attributes of a start tag and the end of the tag. Returns whether the tag is self-closing.
  private mutating func attributes() throws(XMLError) -> Bool {
    var count = 0
    while true {
      let hasSpace = skipSpace()
      if take(">") { return false }
      if take("/>") { return true }
      guard hasSpace else { throw malformed }
      count += 1
      if count > limits.attributes { throw XMLError(.tooManyAttributes(limits.attributes), at: place) }
      _ = try name()
      skipSpace()
      guard take("=") else { throw malformed }
      skipSpace()
      guard let quote = take("\"") ? "\"" : take("'") ? "'" : nil else { throw malformed }
      let end = try find(quote)
      if bytes[place..<end].contains(UInt8(ascii: "<")) { throw malformed }
      _ = try resolved(place..<end)
      place = end + 1
    }
  }

  private mutating func text() throws(XMLError) -> Event? {
    let start = place
    place = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    if open.isEmpty {
      if bytes[start..<place].allSatisfy(Self.isSpace) { return nil }
      throw XMLError(.outsideOfElement, at: start)
    }
    return .text(try resolved(start..<place))
  }

  /// Returns the text in a range, with references replaced by their characters.
  private mutating func resolved(_ range: Range<Int>) throws(XMLError) -> String {
    var result = ""
    var start = range.lowerBound
    while let mark = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
      result += try characters(start..<mark)
      references += 1
      if references > limits.references { throw XMLError(.tooManyReferences(limits.references), at: mark) }
      guard let end = bytes[mark..<min(range.upperBound, mark + 12)].firstIndex(of: UInt8(ascii: ";")),
        let scalar = XMLCharacter.named(String(decoding: bytes[(mark + 1)..<end], as: UTF8.self))
      else { throw XMLError(.unknownReference, at: mark) }
      result.unicodeScalars.append(scalar)
      start = end + 1
    }
    return try result + characters(start..<range.upperBound)
  }
}
