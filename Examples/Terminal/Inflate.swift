/// A decoder of compressed data (RFC 1951).
struct Inflate {
  /// Returns the decompressed bytes, or `nil` if the data is damaged or has more than `limit` bytes.
  static func bytes(_ data: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    var decoder = Self(data: data, place: data.startIndex, limit: limit)
    return decoder.decode() ? decoder.output : nil
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
  private var place: Int
  private let limit: Int
  private var bit = 0
  private var output: [UInt8] = []

  private init(data: ArraySlice<UInt8>, place: Int, limit: Int) {
    (self.data, self.place, self.limit) = (data, place, limit)
  }

  private mutating func bits(_ count: Int) -> Int? {
    var value = 0
    for index in 0..<count {
      guard place < data.endIndex else { return nil }
      value |= Int(data[place] >> UInt8(bit) & 1) << index
      (bit, place) = bit == 7 ? (0, place + 1) : (bit + 1, place)
    }
    return value
  }

  private mutating func symbol(_ code: Code) -> Int? {
    var (word, first, index) = (0, 0, 0)
    for length in 1..<16 {
      guard let bit = bits(1) else { return nil }
      word |= bit
      if word - first < code.counts[length] { return code.symbols[index + word - first] }
      index += code.counts[length]
      first = (first + code.counts[length]) << 1
      word <<= 1
    }
    return nil
  }

  private mutating func decode() -> Bool {
    while true {
      guard let isLast = bits(1), let kind = bits(2) else { return false }
      let isGood =
        switch kind {
        case 0: copy()
        case 1: expand(Self.fixed, Code(Array(repeating: 5, count: 30)))
        case 2: expandWithOwnCodes()
        default: false
        }
      if !isGood { return false }
      if isLast == 1 { return true }
    }
  }

  private static let fixed = Code((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })

  /// Copies a stored block.
  private mutating func copy() -> Bool {
    if bit > 0 { (bit, place) = (0, place + 1) }
    guard let length = bits(16), bits(16) != nil, length <= data.endIndex - place, output.count + length <= limit else {
      return false
    }
    output += data[place..<place + length]
    place += length
    return true
  }

  private mutating func expandWithOwnCodes() -> Bool {
    guard let literals = bits(5), let distances = bits(5), let count = bits(4) else { return false }
    var lengths = [Int](repeating: 0, count: 19)
    for place in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(count + 4) {
      guard let length = bits(3) else { return false }
      lengths[place] = length
    }
    let (code, total) = (Code(lengths), literals + distances + 258)
    lengths = []
    while lengths.count < total {
      guard let symbol = symbol(code) else { return false }
      let repeated: (value: Int, bits: Int, least: Int) =
        switch symbol {
        case 16: (lengths.last ?? 0, 2, 3)
        case 17: (0, 3, 3)
        case 18: (0, 7, 11)
        default: (symbol, 0, 1)
        }
      guard let more = bits(repeated.bits) else { return false }
      lengths += Array(repeating: repeated.value, count: repeated.least + more)
    }
    if lengths.count > total { return false }
    return expand(Code(Array(lengths[..<(literals + 257)])), Code(Array(lengths[(literals + 257)...])))
  }

  /// Returns the least value of a symbol and the number of bits that follow it (§3.2.5), for lengths from 3, whose
  /// symbols share bits in groups of 4, or for distances from 1, in groups of 2.
  private static func range(_ symbol: Int, group: Int, from least: Int) -> (least: Int, bits: Int) {
    if symbol < group * 2 { return (least + symbol, 0) }
    let bits = symbol / group - 1
    return (least + (group + symbol % group) << bits, bits)
  }

  private mutating func expand(_ literals: Code, _ distances: Code) -> Bool {
    while let symbol = symbol(literals) {
      if symbol == 256 { return true }
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else {
        let known = symbol == 285 ? (258, 0) : Self.range(symbol - 257, group: 4, from: 3)
        guard symbol < 286, let more = bits(known.1), let second = self.symbol(distances), second < 30 else {
          return false
        }
        let (least, count) = Self.range(second, group: 2, from: 1)
        guard let further = bits(count), least + further <= output.count, output.count + known.0 + more <= limit else {
          return false
        }
        for _ in 0..<known.0 + more { output.append(output[output.count - least - further]) }
      }
      if output.count > limit { return false }
    }
    return false
  }
}
