import ColmeiaBase
import ColmeiaJSON
import ReferenceBackend

/// Provides what the back end needs from outside for each request: the time, a token and a salt.
final class RequestContextMaker: Sendable {
  private let random: Guarded<any RandomNumberGenerator & Sendable>
  private let date: @Sendable () -> Int

  /// Creates a maker whose tokens are derived from a seed, for scenarios. They are predictable, which is safe because
  /// only this machine can reach the back end.
  init(seed: UInt64, date: @escaping @Sendable () -> Int) {
    random = Guarded(SplitMix64(state: seed))
    self.date = date
  }

  /// Creates a maker with unpredictable tokens.
  init(date: @escaping @Sendable () -> Int) {
    random = Guarded(BatchedRandom())
    self.date = date
  }

  func next() -> RequestContext {
    var (token, salt): (String, [UInt8]) = ("", [])
    salt.reserveCapacity(16)
    random.withLock { random in
      for _ in 0..<4 { token += String(random.next(), radix: 36) }
      for _ in 0..<2 { withUnsafeBytes(of: random.next().littleEndian) { salt += $0 } }
    }
    return RequestContext(date: date(), token: token, salt: salt)
  }
}
