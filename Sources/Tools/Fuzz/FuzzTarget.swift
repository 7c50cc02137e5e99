import ColmeiaJSON

/// A parser or another component that reads untrusted bytes.
struct FuzzTarget: Sendable {
  /// The name on the command line.
  var name: String
  /// A description of the input.
  var summary: String
  /// Valid inputs. The fuzzer tries mutations of them.
  var samples: [String]
  /// Reads the bytes. Returns a description of the problem, or `nil` if there is none. Rejecting the input with an
  /// error isn't a problem.
  var run: @Sendable ([UInt8]) -> String?
}

/// The random number generator, which produces the same inputs for the same seed.
typealias FuzzRandom = SplitMix64

extension FuzzRandom {
  mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

  /// Returns the input of a run: a sample with up to seven mutations.
  mutating func input(_ target: FuzzTarget) -> [UInt8] {
    var bytes = Array(target.samples[below(target.samples.count)].utf8)
    for _ in 0..<below(8) { change(&bytes, target) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ target: FuzzTarget) {
    let position = below(bytes.count + 1)
    let isInside = position < bytes.count
    switch below(6) {
    case 0 where isInside: bytes[position] = UInt8(below(256))
    case 1 where isInside: bytes[position] ^= 1 << UInt8(below(8))
    case 2 where isInside: bytes.removeSubrange(position..<min(bytes.count, position + 1 + below(16)))
    case 3: bytes.insert(contentsOf: Array("{}[]\"\\,:#=.\r\n\u{0}é-0%".utf8).suffix(1 + below(18)), at: position)
    case 4 where bytes.count < 100_000:
      bytes.insert(contentsOf: bytes[min(position, bytes.count / 2)..<position], at: position)
    default:
      let other = Array(target.samples[below(target.samples.count)].utf8)
      bytes.insert(contentsOf: other.prefix(below(other.count)), at: position)
    }
  }
}

/// A run that found a problem.
struct FuzzFailure: Sendable {
  var run: Int
  var message: String
  var input: [UInt8]

  /// Returns the shortest input that still fails, found by removing parts of it.
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
  /// Tries `runs` inputs. Returns the first failure, or `nil`.
  func fuzz(runs: Int, seed: UInt64) -> FuzzFailure? {
    for number in 0..<runs {
      // Each run has its own seed, so that a single run can be repeated.
      var random = FuzzRandom(state: seed &+ UInt64(number) &* 0xD6E8_FEB8_6659_FD93)
      let input = random.input(self)
      if let message = run(input) { return FuzzFailure(run: number, message: message, input: input) }
    }
    return nil
  }
}
