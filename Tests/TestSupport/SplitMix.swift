import ColmeiaNumbers

/// Random numbers that a seed repeats.
package typealias SplitMix = SplitMix64

extension SplitMix64 {
  /// A number in `0..<bound`.
  package mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % bound }
}
