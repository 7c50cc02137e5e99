/// HMAC with SHA-256 (RFC 2104): what only those can compute who know the key, fed piece by piece.
///
/// Copies share what the key costs: one keyed value serves any number of messages.
public struct HMACSHA256: Sendable {
  private var inner = SHA256()
  private var outer = SHA256()

  /// The code of nothing, so far.
  ///
  /// - Parameter key: any number of bytes; one of more than 64 counts as its digest.
  public init(key: some Collection<UInt8>) {
    var block = key.count > SHA256.blockSize ? SHA256.digest(key).bytes : Array(key)
    block.append(contentsOf: repeatElement(0, count: SHA256.blockSize - block.count))
    inner.update(block.map { $0 ^ 0x36 })
    outer.update(block.map { $0 ^ 0x5c })
  }

  /// Adds bytes of the message behind those it has.
  ///
  /// - Complexity: O(length).
  public mutating func update(_ bytes: some Sequence<UInt8>) { inner.update(bytes) }

  /// The code of all bytes so far. More may follow.
  public var code: SHA256.Digest {
    var outer = outer
    outer.update(inner.digest.bytes)
    return outer.digest
  }

  /// The code of a message.
  ///
  /// - Complexity: O(length).
  public static func code(of message: some Sequence<UInt8>, key: some Collection<UInt8>) -> SHA256.Digest {
    var code = Self(key: key)
    code.update(message)
    return code.code
  }
}
