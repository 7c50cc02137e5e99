/// Why a text is not XML that is read here, and where.
public struct XMLError: Error, Sendable, Hashable {
  /// The kinds of mistakes in a document.
  public enum Reason: Sendable, Hashable {
    /// It has more than so many bytes.
    case tooLong(Int)
    /// Elements stand inside each other more than so many deep.
    case tooDeep(Int)
    /// An element has more than so many attributes.
    case tooManyAttributes(Int)
    /// There are more than so many `&…;`.
    case tooManyReferences(Int)
    /// It is not UTF-8.
    case notUTF8
    /// It ends before its element does.
    case unexpectedEnd
    /// It declares a document type. Those can name files and addresses, and grow without end, so none is read.
    case documentType
    /// A `&…;` is none of the five that XML itself has, and no character.
    case unknownReference
    /// A name, an attribute or the end of a tag is needed here.
    case malformedTag
    /// An end tag is not that of the element it stands in.
    case otherEndTag
    /// There is text, or a second element, outside of the first one.
    case outsideOfElement
    /// A character that may not stand in XML.
    case forbiddenCharacter
    /// It is another document than was expected.
    case otherDocument
  }

  /// What is wrong with the document.
  public let reason: Reason
  /// Where, in bytes from the beginning.
  public let offset: Int

  /// An error.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension XMLError: CustomStringConvertible {
  /// What is wrong, and where.
  public var description: String { "byte \(offset): \(reason.text)" }
}

extension XMLError.Reason {
  fileprivate var text: String {
    switch self {
    case .tooLong(let limit): "the document has more than \(limit) bytes"
    case .tooDeep(let limit): "elements are more than \(limit) deep"
    case .tooManyAttributes(let limit): "an element has more than \(limit) attributes"
    case .tooManyReferences(let limit): "there are more than \(limit) references"
    case .notUTF8: "the document is not UTF-8"
    case .unexpectedEnd: "the document ends too early"
    case .documentType: "a document type is declared, which is not read here"
    case .unknownReference: "a reference is not one of XML's own"
    case .malformedTag: "a tag is malformed"
    case .otherEndTag: "an end tag is not that of its element"
    case .outsideOfElement: "something stands outside of the document's element"
    case .forbiddenCharacter: "a character stands there that XML does not allow"
    case .otherDocument: "another document was expected"
    }
  }
}
