/// The `Authorization` header field of a signed request.
public struct SignedAuthorization: Sendable, Hashable {
  /// The access key and scope of the signature.
  public let credential: SigningCredential
  /// The names of the signed header fields.
  public let signedHeaders: [String]
  /// The signature. A correct client sends 64 hexadecimal digits.
  public let signature: String

  /// Creates the field from its parts.
  public init(credential: SigningCredential, signedHeaders: [String], signature: String) {
    self.credential = credential
    self.signedHeaders = signedHeaders
    self.signature = signature
  }

  /// Parses a field: the algorithm, then `Credential`, `SignedHeaders` and `Signature`, once each and in any order.
  ///
  /// - Throws: ``SigningFormError`` if the field doesn't have this form.
  /// - Complexity: O(length).
  public init(_ text: String) throws(SigningFormError) {
    guard Self.isSigned(text) else { throw .otherAlgorithm }
    var values: [String: String] = [:]
    for part in text.dropFirst(SigningKey.algorithm.count).split(separator: ",") {
      let part = part.drop { $0 == " " }
      let name = part.prefix { $0 != "=" }
      let value = part[name.endIndex...].dropFirst().prefix { $0 != " " }
      guard values.updateValue(String(value), forKey: String(name)) == nil else { throw .invalid(String(name)) }
    }
    guard let credential = values["Credential"] else { throw .missing("Credential") }
    guard let names = values["SignedHeaders"], !names.isEmpty else { throw .missing("SignedHeaders") }
    guard let signature = values["Signature"], !signature.isEmpty else { throw .missing("Signature") }
    guard let credential = SigningCredential(credential) else { throw .invalid("Credential") }
    self.init(credential: credential, signedHeaders: Self.names(names), signature: signature)
  }

  /// Returns whether a field uses this algorithm, even if it is malformed.
  public static func isSigned(_ text: String) -> Bool { text.hasPrefix(SigningKey.algorithm + " ") }

  /// The value of the field: `AWS4-HMAC-SHA256 Credential=…,SignedHeaders=host;x-amz-date,Signature=…`.
  public var text: String {
    let names = signedHeaders.joined(separator: ";")
    return "\(SigningKey.algorithm) Credential=\(credential),SignedHeaders=\(names),Signature=\(signature)"
  }

  static func names(_ text: String) -> [String] { text.split(separator: ";").map { $0.lowercased() } }
}

extension SignedAuthorization: CustomStringConvertible, CustomReflectable {
  /// The credential only. The signature is omitted because anyone could use it for 15 minutes.
  public var description: String { credential.text }
  /// A mirror with the same content as ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["credential": description]) }
}

/// An error in the form of a signature.
public enum SigningFormError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The signature uses another algorithm.
  case otherAlgorithm
  /// The part with this name is missing or empty.
  case missing(String)
  /// The part with this name is malformed or occurs twice.
  case invalid(String)

  /// A message that describes the error.
  public var description: String {
    switch self {
    case .otherAlgorithm: "The only supported algorithm is \(SigningKey.algorithm)."
    case .missing(let name): "\(name) is missing."
    case .invalid(let name): "\(name) is malformed or occurs twice."
    }
  }
}
