import ColmeiaHTTP

/// A signing key for one day, region and service, derived from a secret. Its description and mirror don't show it.
public struct SigningKey: Sendable, Equatable {
  /// The name of the algorithm in requests.
  package static let algorithm = "AWS4-HMAC-SHA256"

  /// The 32 bytes of the key.
  let bytes: [UInt8]

  /// Derives the key for `scope` from `secret`: a chain of authentication codes over the scope's parts, each the key of
  /// the next.
  public init(secret: String, scope: SigningScope) { self.init(secret: secret, parts: scope.parts[...]) }

  init(secret: String, parts: ArraySlice<String>) {
    bytes = parts.reduce(Array(("AWS4" + secret).utf8)) { HMACSHA256.code(of: $1.utf8, key: $0).bytes }
  }

  /// Returns the signature of a text as 64 hexadecimal digits.
  ///
  /// - Complexity: O(length).
  public func signature(of text: String) -> String { HMACSHA256.code(of: text.utf8, key: bytes).hex }

  /// Returns whether `signature` is the signature of a text. The comparison takes constant time.
  ///
  /// - Complexity: O(length).
  public func isSignature(_ signature: String, of text: String) -> Bool {
    ConstantTime.isEqual(Array(signature.utf8), Array(self.signature(of: text).utf8))
  }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
  /// The text `***`, so that logs don't contain the key.
  public var description: String { "***" }
  /// A mirror without children, so that reflection doesn't show the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
