import ColmeiaBase

/// Checks whether the current thread has enough stack for another nested value. Types are decoded and encoded
/// recursively, so the nesting of a document determines the stack depth. Threads may have stacks as small as 512 KB,
/// and a stack overflow terminates the process.
struct StackGuard {
  /// The number of bytes that may be used before the system is asked for the size of the stack. That call takes longer
  /// than decoding most documents.
  private static let unasked: UInt = 64 << 10
  /// The number of bytes that are reserved for the types' own code.
  private static let reserve: UInt = 96 << 10

  private let start = Self.here
  private var stack: Range<UInt>?

  @inline(__always) mutating func suffices() -> Bool {
    let here = Self.here
    return start &- here < Self.unasked || isAbove(here)
  }

  private mutating func isAbove(_ here: UInt) -> Bool {
    stack = stack ?? Self.stack
    guard let stack else { return here > start &- (256 << 10) + Self.reserve }
    // The address sanitizer may move local variables to the heap, but not memory whose size it doesn't know.
    let here = stack.contains(here) ? here : Self.top(atLeast: 16 | Int(here & 1))
    return !stack.contains(here) || here > stack.lowerBound + Self.reserve
  }

  /// The current stack address. Stacks grow toward lower addresses.
  @inline(__always) private static var here: UInt {
    var mark: UInt8 = 0
    return withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
  }

  /// The address of memory that is allocated on the stack.
  @inline(never) private static func top(atLeast size: Int) -> UInt {
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { UInt(bitPattern: $0.baseAddress) }
  }

  /// The addresses of this thread's stack, or `nil` if they are unknown.
  private static var stack: Range<UInt>? {
    #if canImport(Darwin)
      let thread = pthread_self()
      let end = UInt(bitPattern: pthread_get_stackaddr_np(thread))
      return end - UInt(pthread_get_stacksize_np(thread))..<end
    #elseif canImport(Glibc) || canImport(Musl)
      // Swift's module of the C library doesn't include GNU extensions.
      typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
      guard let symbol = dlsym(nil, "pthread_getattr_np") else { return nil }
      var attributes = pthread_attr_t()
      guard unsafeBitCast(symbol, to: GetAttributes.self)(pthread_self(), &attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(&attributes) }
      var (lowest, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
      guard pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return nil }
      return UInt(bitPattern: lowest)..<UInt(bitPattern: lowest) + UInt(size)
    #else
      return nil
    #endif
  }
}
