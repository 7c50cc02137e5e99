#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Threads that compute side by side, and are waited for.
@usableFromInline enum Threads {
  private final class Job {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Calls `body` with 0 to `count` - 1, each on a thread of its own, the last one on this; returns when all are done.
  ///
  /// What no thread can be had for is done here.
  @usableFromInline static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    var left: [Int] = []
    for number in 0..<max(0, count - 1) {
      if let thread = start({ body(number) }) { threads.append(thread) } else { left.append(number) }
    }
    for number in left { body(number) }
    body(count - 1)
    for thread in threads { pthread_join(thread, nil) }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let job = Unmanaged.passRetained(Job(body)).toOpaque()
    let thread = makeThread(job)
    if thread == nil { Unmanaged<Job>.fromOpaque(job).release() }
    return thread
  }

  private static func makeThread(_ job: UnsafeMutableRawPointer) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)  // a reducer may need as much as on the main thread
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, &attributes, { Threads.work($0) }, job)
      return status == 0 ? thread : nil
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, &attributes, { Threads.work($0) }, job)
      return status == 0 ? thread : nil
    #endif
  }

  private static func work(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
    return nil
  }
}
