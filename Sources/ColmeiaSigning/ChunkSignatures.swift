import ColmeiaDigest

/// The signatures of a body that is sent in chunks. Each signature covers all chunks before it.
///
/// The first signature is derived from the signature of the request, whose payload is ``PayloadHash/chunked``. The last
/// chunk is empty.
public struct ChunkSignatures: Sendable, Equatable {
  private let key: SigningKey
  private let time: SigningTime
  private let scope: SigningScope
  private var last: String

  /// Creates the chain of signatures that follows the signature of the request, `seed`.
  public init(_ key: SigningKey, at time: SigningTime, _ scope: SigningScope, seed: String) {
    self.key = key
    self.time = time
    self.scope = scope
    last = seed
  }

  /// Returns the signature of the next chunk as 64 hexadecimal digits.
  ///
  /// - Complexity: O(length).
  public mutating func sign(_ chunk: some Sequence<UInt8>) -> String {
    let hashes = [SHA256.digest([]).hex, SHA256.digest(chunk).hex]
    let lines = ["\(SigningKey.algorithm)-PAYLOAD", time.text, scope.text, last] + hashes
    last = key.signature(of: lines.joined(separator: "\n"))
    return last
  }

  /// Returns whether `signature` is the signature of the next chunk. The comparison takes constant time.
  ///
  /// - Complexity: O(length).
  public mutating func isNext(_ signature: String, of chunk: some Sequence<UInt8>) -> Bool {
    ConstantTime.isEqual(Array(sign(chunk).utf8), Array(signature.utf8))
  }
}
