#if os(Linux)
  import ColmeiaBase
  import TestSupport
  import Testing

  @testable import ColmeiaPlatform

  @Suite struct LinkOutputTests {
    private final class Listener: Link.Listener {
      let drained = Tally()
      func opened() {}
      func received(_ bytes: ArraySlice<UInt8>) {}
      func sent() { drained.add() }
      func ended(_ code: CurlCode) {}
    }

    @Test(arguments: 1...5)
    func `Bytes are sent once and in order, however few a send accepts`(seed: UInt64) {
      let listener = Listener()
      let link = Link("http://h/", certificates: nil, listener)
      var random = SplitMix(state: seed)
      var (put, sent): ([UInt8], [UInt8]) = ([], [])
      for step in 0..<2_000 {
        if random.below(3) == 0 {
          let bytes = (0..<random.below(100)).map { UInt8(truncatingIfNeeded: step + $0) }
          put += bytes
          link.write(bytes)
        }
        var left = random.below(40)
        #expect(
          link.flush { bytes in
            let count = min(left, bytes.count, 1 + random.below(20))
            left -= count
            sent += bytes.prefix(count)
            return count
          })
        #expect(link.unsentCount == put.count - sent.count)
      }
      _ = link.flush { bytes in
        sent += bytes
        return bytes.count
      }
      #expect(sent == put && !link.hasOutput && listener.drained.value > 0)
      link.write([1])
      #expect(!link.flush { _ in nil })
    }
  }
#endif
