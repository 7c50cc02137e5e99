import ColmeiaJSON

/// A deterministic random number generator.
package typealias SplitMix = SplitMix64

extension SplitMix64 {
  /// Returns a number in `0..<bound`.
  package mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % bound }
}
