#if os(Linux)
  import Testing

  @testable import ColmeiaPlatform

  @Suite struct GzipDecoderTests {
    private static let (gzip, text) = (CompressionTests.gzip, CompressionTests.text)

    /// Returns what is decoded from pieces, or `nil` if they are damaged or cut.
    private func decoded(_ pieces: [[UInt8]]) throws -> [UInt8]? {
      let decoder = try #require(GzipDecoder())
      var text: [UInt8] = []
      for piece in pieces {
        let isGood = decoder.decode(piece) { part in
          text += part
          return false
        }
        if !isGood { return nil }
      }
      return decoder.isInside ? nil : text
    }

    @Test func `Data may arrive in any pieces, and may have several members`() throws {
      for count in 0...Self.gzip.count {
        let pieces = [Array(Self.gzip.prefix(count)), Array(Self.gzip.dropFirst(count))]
        #expect(try decoded(pieces) == Self.text)
        #expect(try decoded([pieces[0], pieces[1] + pieces[0], pieces[1]]) == Self.text + Self.text)
      }
      #expect(try decoded(Self.gzip.map { [$0] }) == Self.text)
    }

    @Test func `Data with any byte changed, or anything after it, is not taken for other data`() throws {
      for position in Self.gzip.indices {
        for mask: UInt8 in [0x01, 0x80, 0xFF] {
          var damaged = Self.gzip
          damaged[position] ^= mask
          let decoded = try decoded([damaged])
          #expect(decoded == nil || decoded == Self.text, "byte \(position)")
          // The head has a time and a system, and the last byte of the block unused bits, which don't change the text.
          if position >= 10, position != 20 { #expect(decoded == nil, "byte \(position)") }
        }
      }
      #expect(try decoded([Self.gzip + [0]]) == nil)
    }

    @Test func `A small body that becomes a large one is decoded in parts, and no further than wanted`() throws {
      // A block of fixed codes (RFC 1951 §3.2.6): the letter a, and again and again a copy of 258 bytes.
      var (bytes, byte, count) = ([UInt8](Self.gzip.prefix(10)), 0, 0)
      func put(_ bits: String) {
        for bit in bits {
          byte |= (bit == "1" ? 1 : 0) << count
          count += 1
          if count == 8 { (bytes, byte, count) = (bytes + [UInt8(byte)], 0, 0) }
        }
      }
      put("11010010001")
      for _ in 0..<4_000 { put("1100010100000") }
      let decoder = try #require(GzipDecoder())
      var (total, most) = (0, 0)
      let isGood = decoder.decode(bytes) { part in
        (total, most) = (total + part.count, max(most, part.count))
        return total > 500_000
      }
      #expect(isGood && decoder.isInside)
      #expect(most == 65_536 && total == 524_288)
    }
  }
#endif
