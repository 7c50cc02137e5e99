import ColmeiaBase

/// Runs work on threads in parallel and waits for it.
@usableFromInline enum Threads {
  private final class Job {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Calls `body` with 0 to `count` - 1, each on its own thread and the last on the current one. Returns when all calls
  /// have returned.
  ///
  /// If a thread can't be created, its work is done on the current thread.
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

  /// Calls `body` with 0 to `count` - 1, each on its own thread, which may trap. A thread that has trapped stays
  /// suspended forever.
  ///
  /// If a thread can't be created, its work is done on the current thread, and a trap ends the process.
  ///
  /// - Returns: Whether each call has returned, by index.
  @usableFromInline static func runWatched(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> [Bool] {
    Signals.handled {
      let threads = (0..<count).map { number in startWatched(nil) { body(number) } }
      for (number, thread) in threads.enumerated() where thread == nil { body(number) }
      return threads.map { $0?.isBack() ?? true }
    }
  }

  /// Returns the result of `body`, or `nil` if it traps.
  @usableFromInline static func watched<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    let result = Guarded<Result?>(nil)
    _ = runQuietly {
      let value = body()
      result.withLock { $0 = value }
    }
    return result.withLock { $0 }
  }

  /// Calls `body` on its own thread, which may trap. On Linux, what it writes to the standard error isn't printed.
  ///
  /// - Returns: Whether the call has returned, and what it has written.
  static func runQuietly(_ body: @escaping @Sendable () -> Void) -> (isBack: Bool, output: String) {
    let output = ThreadOutput()
    let isBack = Signals.handled {
      if let thread = startWatched(output, body) { return thread.isBack() }
      body()
      return true
    }
    return (isBack, output?.text() ?? "")
  }

  /// A watched thread, and the pipe through which its end is reported.
  private struct Watched {
    let thread: pthread_t
    let slot: Int
    let pipe: (read: Int32, write: Int32)

    func isBack() -> Bool {
      var news: UInt8 = 0
      while read(pipe.read, &news, 1) < 0, errno == EINTR {}
      if news == 0 { pthread_join(thread, nil) } else { pthread_detach(thread) }
      Signals.free(slot)
      close(pipe.read)
      close(pipe.write)
      return news == 0
    }
  }

  private static func startWatched(_ output: ThreadOutput?, _ body: @escaping @Sendable () -> Void) -> Watched? {
    guard let slot = Signals.takeSlot() else { return nil }
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      let write = ends[1]
      if let thread = start({ work(slot, output?.redirect(keeping: write) ?? write, body) }) {
        return Watched(thread: thread, slot: slot, pipe: (ends[0], ends[1]))
      }
      close(ends[0])
      close(ends[1])
    }
    Signals.free(slot)
    return nil
  }

  private static func work(_ slot: Int, _ descriptor: Int32, _ body: () -> Void) {
    Signals.watch(slot: slot, descriptor, body)
    var news: UInt8 = 0
    _ = write(descriptor, &news, 1)
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
    pthread_attr_setstacksize(&attributes, 8 << 20)  // a reducer may need as much stack as on the main thread
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
