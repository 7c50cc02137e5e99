/// The eight words of state that SHA-256 carries from block to block (FIPS 180-4 §5.3.3 and §6.2.2).
///
/// The loops avoid generics, ranges and closures so that they are also fast without optimization, as in tests.
struct SHA256Words: Sendable {
  private var a: UInt32 = 0x6a09_e667
  private var b: UInt32 = 0xbb67_ae85
  private var c: UInt32 = 0x3c6e_f372
  private var d: UInt32 = 0xa54f_f53a
  private var e: UInt32 = 0x510e_527f
  private var f: UInt32 = 0x9b05_688c
  private var g: UInt32 = 0x1f83_d9ab
  private var h: UInt32 = 0x5be0_cd19

  /// The words in big-endian byte order.
  var bytes: [UInt8] {
    [a, b, c, d, e, f, g, h].flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// Hashes blocks of 64 bytes. The size of `bytes` must be a multiple of 64.
  mutating func add(blocks bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      guard let schedule = schedule.baseAddress else { return }
      var offset = 0
      while offset < bytes.count {
        Self.fill(schedule, from: start + offset)
        Self.constants.withUnsafeBufferPointer { constants in
          guard let constants = constants.baseAddress else { return }
          add(schedule, constants)
        }
        offset += SHA256.blockSize
      }
    }
  }

  private static func fill(_ schedule: UnsafeMutablePointer<UInt32>, from block: UnsafeRawPointer) {
    var index = 0
    while index < 16 {
      let word = block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
      schedule[index] = UInt32(bigEndian: word)
      index += 1
    }
    while index < 64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let small = rotate(early, 7) ^ rotate(early, 18) ^ (early &>> 3)
      let large = rotate(late, 17) ^ rotate(late, 19) ^ (late &>> 10)
      schedule[index] = schedule[index - 16] &+ small &+ schedule[index - 7] &+ large
      index += 1
    }
  }

  private mutating func add(_ schedule: UnsafeMutablePointer<UInt32>, _ constants: UnsafePointer<UInt32>) {
    var now = self
    var index = 0
    while index < 64 {
      let choice = (now.e & now.f) ^ (~now.e & now.g)
      let majority = (now.a & now.b) ^ (now.a & now.c) ^ (now.b & now.c)
      let large = Self.rotate(now.e, 6) ^ Self.rotate(now.e, 11) ^ Self.rotate(now.e, 25)
      let small = Self.rotate(now.a, 2) ^ Self.rotate(now.a, 13) ^ Self.rotate(now.a, 22)
      let first = now.h &+ large &+ choice &+ constants[index] &+ schedule[index]
      now.h = now.g
      now.g = now.f
      now.f = now.e
      now.e = now.d &+ first
      now.d = now.c
      now.c = now.b
      now.b = now.a
      now.a = first &+ small &+ majority
      index += 1
    }
    a &+= now.a
    b &+= now.b
    c &+= now.c
    d &+= now.d
    e &+= now.e
    f &+= now.f
    g &+= now.g
    h &+= now.h
  }

  @inline(__always) private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word &>> count) | (word &<< (32 &- count))
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (§4.2.2).
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
