/// A decoder of compressed data (RFC 1951).
struct Inflate {
  /// Why data can't be decompressed: it is damaged, or decompressed it has more bytes than the limit.
  enum Failure: Error { case damaged, tooLong }

  /// Returns the decompressed bytes, which are at most `limit`.
  static func bytes(_ data: ArraySlice<UInt8>, limit: Int) throws(Failure) -> [UInt8] {
    var decoder = Self(data: data, position: data.startIndex, limit: limit)
    try decoder.decode()
    return decoder.output
  }

  /// A code: how many words there are of each length, and the symbols in the order of their words (§3.2.2).
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in lengths where length > 0 { counts[length] += 1 }
      symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }
  }

  private let data: ArraySlice<UInt8>
  private var position: Int
  private let limit: Int
  private var bit = 0
  private var output: [UInt8] = []

  private init(data: ArraySlice<UInt8>, position: Int, limit: Int) {
    (self.data, self.position, self.limit) = (data, position, limit)
  }

  private mutating func bits(_ count: Int) throws(Failure) -> Int {
    var value = 0
    for index in 0..<count {
      guard position < data.endIndex else { throw .damaged }
      value |= Int(data[position] >> UInt8(bit) & 1) << index
      (bit, position) = bit == 7 ? (0, position + 1) : (bit + 1, position)
    }
    return value
  }

  private mutating func symbol(_ code: Code) throws(Failure) -> Int {
    var (word, first, index) = (0, 0, 0)
    for length in 1..<16 {
      word |= try bits(1)
      if word - first < code.counts[length] { return code.symbols[index + word - first] }
      index += code.counts[length]
      first = (first + code.counts[length]) << 1
      word <<= 1
    }
    throw .damaged
  }

  private mutating func decode() throws(Failure) {
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try copy()
      case 1: try expand(Self.fixed, Code(Array(repeating: 5, count: 30)))
      case 2: try expandWithOwnCodes()
      default: throw .damaged
      }
    }
  }

  private static let fixed = Code((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })

  /// Copies a stored block.
  private mutating func copy() throws(Failure) {
    if bit > 0 { (bit, position) = (0, position + 1) }
    let length = try bits(16)
    guard try bits(16) == length ^ 0xFFFF, length <= data.endIndex - position else { throw .damaged }
    if output.count + length > limit { throw .tooLong }
    output += data[position..<position + length]
    position += length
  }

  private mutating func expandWithOwnCodes() throws(Failure) {
    let (literals, distances, count) = (try bits(5), try bits(5), try bits(4))
    var lengths = [Int](repeating: 0, count: 19)
    for position in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(count + 4) {
      lengths[position] = try bits(3)
    }
    let (code, total) = (Code(lengths), literals + distances + 258)
    lengths = []
    while lengths.count < total {
      let symbol = try symbol(code)
      let repeated: (value: Int, bits: Int, least: Int) =
        switch symbol {
        case 16: (lengths.last ?? 0, 2, 3)
        case 17: (0, 3, 3)
        case 18: (0, 7, 11)
        default: (symbol, 0, 1)
        }
      lengths += Array(repeating: repeated.value, count: repeated.least + (try bits(repeated.bits)))
    }
    if lengths.count > total { throw .damaged }
    try expand(Code(Array(lengths[..<(literals + 257)])), Code(Array(lengths[(literals + 257)...])))
  }

  /// Returns the least value of a symbol and the number of bits that follow it (§3.2.5), for lengths from 3, whose
  /// symbols share bits in groups of 4, or for distances from 1, in groups of 2.
  private static func range(_ symbol: Int, group: Int, from least: Int) -> (least: Int, bits: Int) {
    if symbol < group * 2 { return (least + symbol, 0) }
    let bits = symbol / group - 1
    return (least + (group + symbol % group) << bits, bits)
  }

  private mutating func expand(_ literals: Code, _ distances: Code) throws(Failure) {
    while true {
      let symbol = try symbol(literals)
      if symbol == 256 { return }
      if symbol < 256 {
        if output.count == limit { throw .tooLong }
        output.append(UInt8(symbol))
        continue
      }
      let known = symbol == 285 ? (258, 0) : Self.range(symbol - 257, group: 4, from: 3)
      let length = known.0 + (try bits(known.1))
      let second = try self.symbol(distances)
      guard symbol < 286, second < 30 else { throw .damaged }
      let (least, count) = Self.range(second, group: 2, from: 1)
      let distance = least + (try bits(count))
      guard distance <= output.count else { throw .damaged }
      if output.count + length > limit { throw .tooLong }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}
