#if canImport(CryptoKit)
  import CryptoKit
#endif

/// SHA-256 (FIPS 180-4), fed piece by piece.
///
/// ```swift
/// var hash = SHA256()
/// hash.update("ab".utf8)
/// hash.update("c".utf8)
/// hash.digest.hex  // "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
/// ```
///
/// CryptoKit does the work where the platform has it, ``SHA256Engine`` elsewhere.
public struct SHA256: Sendable {
  #if canImport(CryptoKit)
    private var engine = CryptoKit.SHA256()
  #else
    private var engine = SHA256Engine()
  #endif

  /// How many bytes are hashed at a time.
  static let blockSize = 64

  /// The hash of nothing, so far.
  public init() {}

  /// Adds bytes behind those it has.
  ///
  /// - Complexity: O(length), in constant memory for bytes that lie together, as those of an array do.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
    if isDone == nil { Array(bytes).withUnsafeBytes { update($0) } }
  }

  /// Adds bytes behind those it has.
  ///
  /// - Complexity: O(length), in constant memory.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    #if canImport(CryptoKit)
      engine.update(bufferPointer: bytes)
    #else
      engine.update(bytes)
    #endif
  }

  /// The digest of all bytes so far. More may follow.
  public var digest: Digest {
    #if canImport(CryptoKit)
      Digest(bytes: Array(engine.finalize()))
    #else
      Digest(bytes: engine.digest)
    #endif
  }

  /// The digest of some bytes.
  ///
  /// - Complexity: O(length).
  public static func digest(_ bytes: some Sequence<UInt8>) -> Digest {
    var hash = Self()
    hash.update(bytes)
    return hash.digest
  }
}
