import ColmeiaDigest

/// The signatures of a body that is sent in chunks, each of which covers all before it.
///
/// The first is made from that of the request itself, whose payload is ``PayloadHash/chunked``; the last chunk is empty.
public struct ChunkSignatures: Sendable, Equatable {
  private let key: SigningKey
  private let time: SigningTime
  private let scope: SigningScope
  private var last: String

  /// The signatures behind that of a request, `seed`.
  public init(_ key: SigningKey, at time: SigningTime, _ scope: SigningScope, seed: String) {
    self.key = key
    self.time = time
    self.scope = scope
    last = seed
  }

  /// The signature of the next chunk: 64 hexadecimal digits.
  ///
  /// - Complexity: O(length).
  public mutating func sign(_ chunk: some Sequence<UInt8>) -> String {
    let hashes = [SHA256.digest([]).hex, SHA256.digest(chunk).hex]
    let lines = ["\(SigningKey.algorithm)-PAYLOAD", time.text, scope.text, last] + hashes
    last = key.signature(of: lines.joined(separator: "\n"))
    return last
  }

  /// Whether `signature` is that of the next chunk, found out in a time that tells nothing about where they differ.
  ///
  /// - Complexity: O(length).
  public mutating func isNext(_ signature: String, of chunk: some Sequence<UInt8>) -> Bool {
    ConstantTime.isEqual(Array(sign(chunk).utf8), Array(signature.utf8))
  }
}
