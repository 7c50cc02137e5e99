import Foundation

/// MD5 (RFC 1321). It only tells versions apart, as the entity tags of object stores do; it isn't secure.
public enum MD5 {
  /// Returns the 16-byte digest of some bytes.
  ///
  /// - Complexity: O(length).
  public static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var words = MD5Words()
    let whole = bytes.count - bytes.count % 64
    bytes.withUnsafeBytes { words.add(blocks: UnsafeRawBufferPointer(rebasing: $0.prefix(whole))) }
    var last = Array(bytes[whole...]) + [0x80]
    last += repeatElement(0, count: (120 - last.count) % 64)
    let bits = UInt64(bytes.count) &* 8
    for shift: UInt64 in stride(from: 0, through: 56, by: 8) { last.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    last.withUnsafeBytes { words.add(blocks: $0) }
    return words.bytes
  }
}

/// The four words of state that MD5 carries from block to block (RFC 1321 §3.3, §3.4).
///
/// The loops avoid generics, ranges and closures so that they are also fast without optimization, as in tests.
private struct MD5Words {
  private var a: UInt32 = 0x6745_2301
  private var b: UInt32 = 0xefcd_ab89
  private var c: UInt32 = 0x98ba_dcfe
  private var d: UInt32 = 0x1032_5476

  /// The words in little-endian byte order.
  var bytes: [UInt8] { [a, b, c, d].flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } } }

  /// Adds blocks of 64 bytes. The size of `bytes` must be a multiple of 64.
  mutating func add(blocks bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    Self.sines.withUnsafeBufferPointer { sines in
      Self.rotations.withUnsafeBufferPointer { rotations in
        guard let sines = sines.baseAddress, let rotations = rotations.baseAddress else { return }
        var offset = 0
        while offset < bytes.count {
          add(start + offset, sines, rotations)
          offset += 64
        }
      }
    }
  }

  private mutating func add(
    _ block: UnsafeRawPointer, _ sines: UnsafePointer<UInt32>, _ rotations: UnsafePointer<UInt32>
  ) {
    var now = self
    var index = 0
    while index < 64 {
      let (mixed, place) = now.mix(index)
      let word = UInt32(littleEndian: block.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self))
      let sum = now.a &+ mixed &+ sines[index] &+ word
      let count = rotations[(index >> 4) &* 4 &+ (index & 3)]
      now.a = now.d
      now.d = now.c
      now.c = now.b
      now.b = now.b &+ ((sum &<< count) | (sum &>> (32 &- count)))
      index += 1
    }
    a &+= now.a
    b &+= now.b
    c &+= now.c
    d &+= now.d
  }

  /// Returns the round function's value for the last three words, and the index of the block's word to add.
  @inline(__always) private func mix(_ index: Int) -> (UInt32, Int) {
    if index < 16 { return ((b & c) | (~b & d), index) }
    if index < 32 { return ((d & b) | (~d & c), (5 &* index &+ 1) & 15) }
    if index < 48 { return (b ^ c ^ d, (3 &* index &+ 5) & 15) }
    return (c ^ (b | ~d), (7 &* index) & 15)
  }

  /// The number of bits by which each round rotates its sums. Each group of four is used four times.
  private static let rotations: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  /// The first 32 bits of the fractional parts of the absolute values of sin(1) to sin(64).
  private static let sines: [UInt32] = (1...64).map { UInt32(abs(sin(Double($0))) * 0x1p32) }
}
