/// A zlib stream of stored blocks without compression (RFC 1950, RFC 1951 §3.2.4).
enum Zlib {
  private static let largestBlock = 65_535

  /// Returns the stream for some data.
  ///
  /// - Complexity: O(length).
  static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let block = data[start..<min(start + largestBlock, data.count)]
      let length = UInt16(block.count)
      start = block.endIndex
      stream.append(start == data.count ? 1 : 0)
      for number in [length, ~length] { stream += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
      stream += block
    } while start < data.count
    return stream + BigEndian.bytes(Adler32.checksum(data))
  }
}
