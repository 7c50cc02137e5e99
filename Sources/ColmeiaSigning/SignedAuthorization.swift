/// The field `Authorization` of a signed request.
public struct SignedAuthorization: Sendable, Hashable {
  /// Who signed, and what for.
  public let credential: SigningCredential
  /// The names of the signed header fields.
  public let signedHeaders: [String]
  /// The signature, 64 hexadecimal digits where a client behaves.
  public let signature: String

  /// The field of a signature.
  public init(credential: SigningCredential, signedHeaders: [String], signature: String) {
    self.credential = credential
    self.signedHeaders = signedHeaders
    self.signature = signature
  }

  /// Reads a field: the algorithm, and `Credential`, `SignedHeaders` and `Signature`, once each, in any order.
  ///
  /// - Throws: ``SigningFormError`` for a field that is not of this form.
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

  /// Whether a field is one of this algorithm, well-formed or not.
  public static func isSigned(_ text: String) -> Bool { text.hasPrefix(SigningKey.algorithm + " ") }

  /// The field: `AWS4-HMAC-SHA256 Credential=…,SignedHeaders=host;x-amz-date,Signature=…`.
  public var text: String {
    let names = signedHeaders.joined(separator: ";")
    return "\(SigningKey.algorithm) Credential=\(credential),SignedHeaders=\(names),Signature=\(signature)"
  }

  static func names(_ text: String) -> [String] { text.split(separator: ";").map { $0.lowercased() } }
}

extension SignedAuthorization: CustomStringConvertible, CustomReflectable {
  /// Who signed. Anybody could use the signature for a quarter of an hour, so it is not shown.
  public var description: String { credential.text }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["credential": description]) }
}

/// Why what should be a signature is none.
public enum SigningFormError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It is of another algorithm.
  case otherAlgorithm
  /// The part of this name is missing, or empty.
  case missing(String)
  /// The part of this name is there twice, or not as it should be.
  case invalid(String)

  /// What is wrong with the signature.
  public var description: String {
    switch self {
    case .otherAlgorithm: "The only algorithm is \(SigningKey.algorithm)."
    case .missing(let name): "\(name) is missing."
    case .invalid(let name): "\(name) is there twice, or not as it should be."
    }
  }
}
