/// The 64-bit hash FNV-1a, which is the same on every machine. It detects damage, but not tampering.
package enum FNV1a {
  /// Returns the hash of some bytes. A seed other than 0 gives a different hash.
  ///
  /// - Complexity: O(length).
  @inlinable package static func hash(_ bytes: some Sequence<UInt8>, seed: UInt64 = 0) -> UInt64 {
    bytes.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
