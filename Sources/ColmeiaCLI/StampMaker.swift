import Colmeia
import ColmeiaBackend
import ColmeiaNumbers
import ColmeiaSync

/// Makes what requests need from outside: the time, tokens, and salts.
final class StampMaker: Sendable {
  private let random: Guarded<any RandomNumberGenerator & Sendable>
  private let date: @Sendable () -> Int

  /// Tokens that follow from a seed, for scenarios: nobody outside this machine can reach the back end.
  init(seed: UInt64, date: @escaping @Sendable () -> Int) {
    random = Guarded(SplitMix64(state: seed))
    self.date = date
  }

  /// Tokens that nobody can guess.
  init(date: @escaping @Sendable () -> Int) {
    random = Guarded(BatchedRandom())
    self.date = date
  }

  func next() -> RequestContext {
    var (token, salt): (String, [UInt8]) = ("", [])
    salt.reserveCapacity(16)
    random.withLock { random in
      for _ in 0..<4 { Self.append(random.next(), to: &token) }
      for _ in 0..<2 { withUnsafeBytes(of: random.next().littleEndian) { salt += $0 } }
    }
    return RequestContext(date: date(), token: token, salt: salt)
  }

  /// Adds a number in digits and letters.
  private static func append(_ number: UInt64, to token: inout String) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 13) { digits in
      var (rest, start) = (number, digits.count)
      repeat {
        start -= 1
        let digit = UInt8(rest % 36)
        digits[start] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        rest /= 36
      } while rest > 0
      token += String(decoding: digits[start...], as: UTF8.self)
    }
  }
}

/// Numbers from 0 up to 1 that follow from a seed and a name.
final class SeededRandom: Sendable {
  private let generator: Guarded<SplitMix64>

  init(_ seed: UInt64, _ name: String) {
    // FNV-1a, so that devices of one world differ.
    let mixed = name.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    generator = Guarded(SplitMix64(state: mixed))
  }

  var next: @Sendable () -> Double {
    { self.generator.withLock { Double($0.next() >> 11) * 0x1p-53 } }
  }
}
