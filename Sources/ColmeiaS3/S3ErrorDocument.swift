import ColmeiaSecrets

/// The body of a refusal: `<Error><Code>…</Code><Message>…</Message>…</Error>`.
package struct S3ErrorDocument: Sendable, Hashable {
  /// The code; `nil` when there is none.
  package let code: S3ErrorCode?
  /// What the server says to people.
  package let message: String?
  /// What the server's operator finds the request by.
  package let requestID: String?
  /// What the server signed, when it found another signature.
  package let dispute: SignatureDispute?

  /// Reads a document. Of several elements of one name the first counts; those of other names are passed over.
  ///
  /// - Complexity: O(length).
  package init(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLError) {
    let texts = try Self.texts(in: bytes, limits)
    code = texts["Code"].map(S3ErrorCode.init)
    message = texts["Message"]
    requestID = texts["RequestId"]
    dispute = SignatureDispute(canonicalRequest: texts["CanonicalRequest"], stringToSign: texts["StringToSign"])
  }

  /// The texts of the elements below the first one, without empty ones.
  private static func texts(in bytes: [UInt8], _ limits: XMLLimits) throws(XMLError) -> [String: String] {
    var reader = try XMLReader(bytes, limits: limits)
    var texts: [String: String] = [:]
    var text = ""
    while let event = try reader.next() {
      switch (event, reader.depth) {
      case (.start(let name), 1) where name != "Error": throw XMLError(.otherDocument, at: 0)
      case (.start, 2): text = ""
      case (.text(let piece), 2): text += piece
      case (.end(let name), 1) where texts[name] == nil && !text.isEmpty: texts[name] = text
      default: break
      }
    }
    return texts
  }
}

/// What a server signed when it found another signature than the client: compare it with the client's own.
///
/// Values that are secrets, such as a session token's, are `***`.
public struct SignatureDispute: Sendable, Hashable {
  /// The request in the form that is signed.
  public let canonicalRequest: String
  /// What was signed in the end.
  public let stringToSign: String

  /// What a server said; `nil` when it said nothing.
  package init?(canonicalRequest: String?, stringToSign: String?) {
    guard canonicalRequest != nil || stringToSign != nil else { return nil }
    self.canonicalRequest = Masker()(canonicalRequest ?? "")
    self.stringToSign = Masker()(stringToSign ?? "")
  }
}
