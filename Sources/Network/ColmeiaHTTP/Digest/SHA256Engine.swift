/// SHA-256 (FIPS 180-4 §6.2) for platforms without CryptoKit.
///
/// Full blocks are hashed in place. Only the bytes of an incomplete block are buffered.
struct SHA256Engine: Sendable {
  private var words = SHA256Words()
  private var rest: [UInt8] = []
  /// The number of bytes so far.
  private var count: UInt64 = 0

  /// Appends bytes to the message.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var bytes = bytes[...]
    if !rest.isEmpty {
      let missing = bytes.prefix(SHA256.blockSize - rest.count)
      rest.append(contentsOf: missing)
      bytes = bytes[missing.endIndex...]
      guard rest.count == SHA256.blockSize else { return }
      rest.withUnsafeBytes { words.add(blocks: $0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count - bytes.count % SHA256.blockSize
    words.add(blocks: UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)))
    rest.append(contentsOf: bytes.dropFirst(whole))
  }

  /// The digest of all bytes so far, padded with a one bit, zeros, and the message's length in bits (§5.1.1).
  var digest: [UInt8] {
    var words = words
    var last = rest
    last.append(0x80)
    let zeros = (2 * SHA256.blockSize - 8 - last.count) % SHA256.blockSize
    last.append(contentsOf: repeatElement(0, count: zeros))
    for shift in stride(from: 56, through: 0, by: -8) {
      last.append(UInt8(truncatingIfNeeded: (count &* 8) >> UInt64(shift)))
    }
    last.withUnsafeBytes { words.add(blocks: $0) }
    return words.bytes
  }
}
