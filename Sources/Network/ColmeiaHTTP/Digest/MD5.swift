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
      let (mixed, position) = now.mix(index)
      let word = UInt32(littleEndian: block.loadUnaligned(fromByteOffset: 4 * position, as: UInt32.self))
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
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]
}
