import TestSupport
import Testing

@testable import ColmeiaTable

/// A row that counts how often its id is read.
private struct CountedID: Identifiable, Sendable {
  let number: Int
  let reads: Counter

  var id: Int {
    reads.add()
    return number
  }
}

@Suite("EntityTable: hashes of integers")
struct IntegerMixerTests {
  /// Integers whose lower 32 bits are equal after the finalizer of SplitMix64, a public, invertible function that would
  /// otherwise be an obvious choice as a hash.
  static let crafted: [Int] = (0..<20_000).map { number in
    var bits = UInt64(number) << 32
    bits = bits ^ (bits >> 31) ^ (bits >> 62)
    bits = bits &* 0x3196_42B2_D24D_8EC3
    bits = bits ^ (bits >> 27) ^ (bits >> 54)
    bits = bits &* 0x96DE_1B17_3F11_9089
    return Int(bitPattern: UInt(bits ^ (bits >> 30) ^ (bits >> 60)))
  }

  @Test("the crafted ids collide under the public function")
  func craft() {
    let mixed = Self.crafted.map { id in
      var bits = UInt64(UInt(bitPattern: id))
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return UInt32(truncatingIfNeeded: bits ^ (bits >> 31))
    }
    #expect(Set(mixed).count == 1 && Set(Self.crafted).count == 20_000)
  }

  @Test("crafted ids are not compared with each other")
  func comparisons() {
    let reads = Counter()
    let rows = Self.crafted.prefix(5_000).map { CountedID(number: $0, reads: reads) }
    var table = EntityTable(rows)
    #expect(table.count == 5_000 && reads.count < 3 * 5_000)
    let before = reads.count
    for row in rows { table.update(row.number) { _ in } }
    #expect(reads.count - before < 4 * 5_000)
  }

  @Test("consecutive, equidistant and crafted integers have different hashes", arguments: UInt64(1)...20)
  func distribution(seed: UInt64) {
    var random = SplitMix(state: seed)
    let mixer = IntegerMixer(seed: (random.next(), random.next()))
    for shift in stride(from: 0, through: 49, by: 7) {
      let hashes = (0..<20_000).map { mixer.mix(UInt64($0) << UInt64(shift)) }
      #expect(Set(hashes).count > 19_980, "distance 2^\(shift)")
      #expect(Set(hashes.prefix(2_000).map { $0 & 1_023 }).count > 700, "the lowest bits, distance 2^\(shift)")
    }
    #expect(Set(Self.crafted.map { mixer.mix(UInt64(UInt(bitPattern: $0))) }).count > 19_980)
  }

  @Test("different secrets produce different hashes, and the process has secrets")
  func secrets() {
    let (one, other) = (IntegerMixer(seed: (1, 2)), IntegerMixer(seed: (3, 4)))
    #expect((0..<1_000 as Range<UInt64>).count { one.mix($0) == other.mix($0) } < 3)
    let process = IntegerMixer.ofProcess
    #expect(process.offset != 0 && process.factor != 1 && process.factor % 2 == 1)
  }
}
