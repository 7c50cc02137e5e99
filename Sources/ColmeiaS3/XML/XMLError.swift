/// The reason why a text is not supported XML, and the position of the error.
public struct XMLError: Error, Sendable, Hashable {
  /// The kinds of errors in a document.
  public enum Reason: Sendable, Hashable {
    /// The document has more than this number of bytes.
    case tooLong(Int)
    /// Elements are nested more deeply than this limit.
    case tooDeep(Int)
    /// An element has more than this number of attributes.
    case tooManyAttributes(Int)
    /// The document contains more than this number of `&…;` references.
    case tooManyReferences(Int)
    /// The document is not UTF-8.
    case notUTF8
    /// The document ends before its root element does.
    case unexpectedEnd
    /// The document declares a document type. Document types are refused because they can refer to files and addresses,
    /// and define entities that expand without bound.
    case documentType
    /// A `&…;` reference is neither one of XML's five predefined entities nor a character.
    case unknownReference
    /// A name, an attribute or the end of a tag is expected here.
    case malformedTag
    /// An end tag doesn't match the innermost open element.
    case otherEndTag
    /// There is text or a second element outside the root element.
    case outsideOfElement
    /// The document contains a character that XML doesn't allow.
    case forbiddenCharacter
    /// The document has another root element than expected.
    case otherDocument
  }

  /// The kind of error.
  public let reason: Reason
  /// The position of the error, in bytes from the beginning.
  public let offset: Int

  /// Creates an error.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension XMLError: CustomStringConvertible {
  /// A message with the position and the kind of error.
  public var description: String { "byte \(offset): \(reason.text)" }
}

extension XMLError.Reason {
  fileprivate var text: String {
    switch self {
    case .tooLong(let limit): "the document has more than \(limit) bytes"
    case .tooDeep(let limit): "elements are nested more than \(limit) deep"
    case .tooManyAttributes(let limit): "an element has more than \(limit) attributes"
    case .tooManyReferences(let limit): "there are more than \(limit) references"
    case .notUTF8: "the document is not UTF-8"
    case .unexpectedEnd: "the document ends too early"
    case .documentType: "a document type is declared, which is not supported"
    case .unknownReference: "a reference is not predefined in XML"
    case .malformedTag: "a tag is malformed"
    case .otherEndTag: "an end tag does not match its start tag"
    case .outsideOfElement: "there is content outside the root element"
    case .forbiddenCharacter: "there is a character that XML does not allow"
    case .otherDocument: "a different document was expected"
    }
  }
}
