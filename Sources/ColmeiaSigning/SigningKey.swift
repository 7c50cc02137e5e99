import ColmeiaDigest

/// The key of one day, region and service, derived from a secret. Neither its description nor its mirror shows it.
public struct SigningKey: Sendable, Equatable {
  /// The algorithm, as requests name it.
  package static let algorithm = "AWS4-HMAC-SHA256"

  /// The 32 bytes.
  let bytes: [UInt8]

  /// The key that `secret` gives for `scope`: a chain of codes over the scope's parts, each the key of the next.
  public init(secret: String, scope: SigningScope) { self.init(secret: secret, parts: scope.parts[...]) }

  init(secret: String, parts: ArraySlice<String>) {
    bytes = parts.reduce(Array(("AWS4" + secret).utf8)) { HMACSHA256.code(of: $1.utf8, key: $0).bytes }
  }

  /// The signature of a text: 64 hexadecimal digits.
  ///
  /// - Complexity: O(length).
  public func signature(of text: String) -> String { HMACSHA256.code(of: text.utf8, key: bytes).hex }

  /// Whether `signature` is that of a text, found out in a time that tells nothing about where they differ.
  ///
  /// - Complexity: O(length).
  public func isSignature(_ signature: String, of text: String) -> Bool {
    ConstantTime.isEqual(Array(signature.utf8), Array(self.signature(of: text).utf8))
  }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
  /// `***`, so that the key is in no log.
  public var description: String { "***" }
  /// A mirror without children, so that reflection does not show the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
