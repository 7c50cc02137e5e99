/// HMAC with SHA-256 (RFC 2104), computed incrementally.
///
/// Copies share the cost of processing the key: one keyed value can authenticate any number of messages.
public struct HMACSHA256: Sendable {
  private var inner = SHA256()
  private var outer = SHA256()

  /// Creates an authentication code for an empty message.
  ///
  /// - Parameter key: Any number of bytes. A key of more than 64 bytes is replaced by its digest.
  public init(key: some Collection<UInt8>) {
    var block = key.count > SHA256.blockSize ? SHA256.digest(key).bytes : Array(key)
    block.append(contentsOf: repeatElement(0, count: SHA256.blockSize - block.count))
    inner.update(block.map { $0 ^ 0x36 })
    outer.update(block.map { $0 ^ 0x5c })
  }

  /// Appends bytes to the message.
  ///
  /// - Complexity: O(length).
  public mutating func update(_ bytes: some Sequence<UInt8>) { inner.update(bytes) }

  /// The authentication code of all bytes so far. More bytes can be appended afterwards.
  public var code: SHA256.Digest {
    var outer = outer
    outer.update(inner.digest.bytes)
    return outer.digest
  }

  /// Returns the authentication code of a message.
  ///
  /// - Complexity: O(length).
  public static func code(of message: some Sequence<UInt8>, key: some Collection<UInt8>) -> SHA256.Digest {
    var code = Self(key: key)
    code.update(message)
    return code.code
  }
}
