import ColmeiaSecrets

/// The body of an error response: `<Error><Code>…</Code><Message>…</Message>…</Error>`.
package struct S3ErrorDocument: Sendable, Hashable {
  /// The error code, or `nil` if there is none.
  package let code: S3ErrorCode?
  /// The server's human-readable message.
  package let message: String?
  /// The identifier by which the server's operator can find the request.
  package let requestID: String?
  /// What the server signed, if it computed another signature.
  package let dispute: SignatureDispute?

  /// Parses a document. If several elements have the same name, the first counts. Elements with unknown names are
  /// ignored.
  ///
  /// - Complexity: O(length).
  package init(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLError) {
    let texts = try Self.texts(in: bytes, limits)
    code = texts["Code"].map(S3ErrorCode.init)
    message = texts["Message"]
    requestID = texts["RequestId"]
    dispute = SignatureDispute(canonicalRequest: texts["CanonicalRequest"], stringToSign: texts["StringToSign"])
  }

  /// Returns the texts of the root's child elements by name, without empty ones.
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

/// What a server signed when its signature differed from the client's. Compare it with what the client signed.
///
/// Secrets in it, such as a session token, are masked as `***`.
public struct SignatureDispute: Sendable, Hashable {
  /// The canonical request that the server computed.
  public let canonicalRequest: String
  /// The string to sign that the server computed.
  public let stringToSign: String

  /// Creates a dispute, or returns `nil` if the server reported neither text.
  package init?(canonicalRequest: String?, stringToSign: String?) {
    guard canonicalRequest != nil || stringToSign != nil else { return nil }
    self.canonicalRequest = Masker()(canonicalRequest ?? "")
    self.stringToSign = Masker()(stringToSign ?? "")
  }
}
