import ColmeiaBase

/// A generator of unpredictable random numbers, which requests them from the system in batches.
struct BatchedRandom: RandomNumberGenerator, Sendable {
  /// The number of values in one batch: 256 bytes, the most that one system call returns.
  static let batch = 32

  private var numbers: [UInt64] = []
  private let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Bool

  /// - Parameter fill: Fills a buffer with random bytes, and returns whether it succeeded.
  init(fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Bool = BatchedRandom.fillFromSystem) {
    self.fill = fill
  }

  mutating func next() -> UInt64 {
    if let number = numbers.popLast() { return number }
    numbers = [UInt64](repeating: 0, count: Self.batch)
    if numbers.withUnsafeMutableBytes(fill), let number = numbers.popLast() { return number }
    numbers = []
    var system = SystemRandomNumberGenerator()
    return system.next()
  }

  private static let fillFromSystem: @Sendable (UnsafeMutableRawBufferPointer) -> Bool = { bytes in
    guard let start = bytes.baseAddress else { return false }
    #if canImport(Darwin)
      arc4random_buf(start, bytes.count)
      return true
    #else
      return getentropy(start, bytes.count) == 0
    #endif
  }
}
