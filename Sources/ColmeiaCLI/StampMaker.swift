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
    random = Guarded(SystemRandomNumberGenerator())
    self.date = date
  }

  func next() -> RequestContext {
    let numbers = random.withLock { random in (0..<6).map { _ in random.next() } }
    let token = numbers[..<4].map { String($0, radix: 36) }.joined()
    let salt = numbers[4...].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    return RequestContext(date: date(), token: token, salt: salt)
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
