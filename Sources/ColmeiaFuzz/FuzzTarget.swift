import ColmeiaNumbers

/// Something that reads bytes from outside.
struct FuzzTarget: Sendable {
  /// What it is called.
  var name: String
  /// What it reads.
  var summary: String
  /// Inputs of the kind that it should read; mutated ones are tried.
  var samples: [String]
  /// Reads the bytes; what went wrong, if anything did. A refusal with a reason is right.
  var run: @Sendable ([UInt8]) -> String?
}

/// The same inputs for the same seed.
typealias FuzzRandom = SplitMix64

extension FuzzRandom {
  mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

  /// The input of a run: a sample, changed in some places.
  mutating func input(_ target: FuzzTarget) -> [UInt8] {
    var bytes = Array(target.samples[below(target.samples.count)].utf8)
    for _ in 0..<below(8) { change(&bytes, target) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ target: FuzzTarget) {
    let place = below(bytes.count + 1)
    let isInside = place < bytes.count
    switch below(6) {
    case 0 where isInside: bytes[place] = UInt8(below(256))
    case 1 where isInside: bytes[place] ^= 1 << UInt8(below(8))
    case 2 where isInside: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(16)))
    case 3: bytes.insert(contentsOf: Array("{}[]\"\\,:#=.\r\n\u{0}é-0%".utf8).suffix(1 + below(18)), at: place)
    case 4 where bytes.count < 100_000: bytes.insert(contentsOf: bytes[min(place, bytes.count / 2)..<place], at: place)
    default:
      let other = Array(target.samples[below(target.samples.count)].utf8)
      bytes.insert(contentsOf: other.prefix(below(other.count)), at: place)
    }
  }
}

/// A run in which something went wrong.
struct FuzzFailure: Sendable {
  var run: Int
  var message: String
  var input: [UInt8]

  /// The shortest part of the input that still goes wrong, as far as leaving out parts finds it.
  func shrunk(_ target: FuzzTarget) -> [UInt8] {
    var best = input
    var length = best.count / 2
    while length > 0 {
      var start = 0
      while start < best.count {
        var candidate = best
        candidate.removeSubrange(start..<min(best.count, start + length))
        if target.run(candidate) != nil { best = candidate } else { start += length }
      }
      length /= 2
    }
    return best
  }
}

extension FuzzTarget {
  /// Tries so many inputs; the first that goes wrong.
  func fuzz(runs: Int, seed: UInt64) -> FuzzFailure? {
    for number in 0..<runs {
      // Each run has a seed of its own, so that one can be repeated alone.
      var random = FuzzRandom(state: seed &+ UInt64(number) &* 0xD6E8_FEB8_6659_FD93)
      let input = random.input(self)
      if let message = run(input) { return FuzzFailure(run: number, message: message, input: input) }
    }
    return nil
  }
}
