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

  /// The same, each on a thread that may trap; answers which have come back. One that has trapped stands still for ever.
  ///
  /// What no thread can be had for is done here, and the process ends if it traps.
  @usableFromInline static func runWatched(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> [Bool] {
    Signals.handled {
      let threads = (0..<count).map { number in startWatched { body(number) } }
      for (number, thread) in threads.enumerated() where thread == nil { body(number) }
      return threads.map { $0?.isBack() ?? true }
    }
  }

  /// A thread that is watched, and the pipe that tells of its end.
  private struct Watched {
    let thread: pthread_t
    let place: Int
    let pipe: (read: Int32, write: Int32)

    func isBack() -> Bool {
      var news: UInt8 = 0
      while read(pipe.read, &news, 1) < 0, errno == EINTR {}
      if news == 0 { pthread_join(thread, nil) } else { pthread_detach(thread) }
      Signals.free(place)
      close(pipe.read)
      close(pipe.write)
      return news == 0
    }
  }

  private static func startWatched(_ body: @escaping @Sendable () -> Void) -> Watched? {
    guard let place = Signals.takePlace() else { return nil }
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      let write = ends[1]
      if let thread = start({ work(place, write, body) }) {
        return Watched(thread: thread, place: place, pipe: (ends[0], ends[1]))
      }
      close(ends[0])
      close(ends[1])
    }
    Signals.free(place)
    return nil
  }

  private static func work(_ place: Int, _ descriptor: Int32, _ body: () -> Void) {
    Signals.watch(place: place, descriptor, body)
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
