#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Numbers that nobody can guess, from the system, which is asked for many at a time.
struct BatchedRandom: RandomNumberGenerator, Sendable {
  /// As many as one call of the system gives: 256 bytes.
  static let batch = 32

  private var numbers: [UInt64] = []
  private let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Bool

  /// - Parameter fill: gets bytes of chance; whether there were some.
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
