#if canImport(CryptoKit)
  import CryptoKit
#endif

/// SHA-256 (FIPS 180-4), computed incrementally.
///
/// ```swift
/// var hash = SHA256()
/// hash.update("ab".utf8)
/// hash.update("c".utf8)
/// hash.digest.hex  // "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
/// ```
///
/// The implementation is CryptoKit's where available, and `SHA256Engine` otherwise.
public struct SHA256: Sendable {
  #if canImport(CryptoKit)
    private var engine = CryptoKit.SHA256()
  #else
    private var engine = SHA256Engine()
  #endif

  /// The size of a block in bytes.
  static let blockSize = 64

  /// Creates a hash of an empty message.
  public init() {}

  /// Appends bytes to the message.
  ///
  /// - Complexity: O(length). It takes constant memory if the bytes are contiguous, as those of an array are.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
    if isDone == nil { Array(bytes).withUnsafeBytes { update($0) } }
  }

  /// Appends bytes to the message.
  ///
  /// - Complexity: O(length), in constant memory.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    #if canImport(CryptoKit)
      engine.update(bufferPointer: bytes)
    #else
      engine.update(bytes)
    #endif
  }

  /// The digest of all bytes so far. More bytes can be appended afterwards.
  public var digest: Digest {
    #if canImport(CryptoKit)
      Digest(bytes: Array(engine.finalize()))
    #else
      Digest(bytes: engine.digest)
    #endif
  }

  /// Returns the digest of some bytes.
  ///
  /// - Complexity: O(length).
  public static func digest(_ bytes: some Sequence<UInt8>) -> Digest {
    var hash = Self()
    hash.update(bytes)
    return hash.digest
  }
}
