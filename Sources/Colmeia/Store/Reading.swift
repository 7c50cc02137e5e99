#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The stores that this thread is reading with `withState`, so that what is sent inside is left for the
/// time after it.
///
/// A list through the stack frames of the readers, which the thread knows. A task-local value would not do:
/// a task that is made inside inherits it and is elsewhere, or later.
@usableFromInline enum Reading {
  private struct Frame {
    let store: ObjectIdentifier
    let outer: UnsafeMutableRawPointer?
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "the process has no thread-specific key left")
    return key
  }()

  @usableFromInline static func mark<Result>(
    _ store: ObjectIdentifier, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = pthread_getspecific(key)
    var frame = Frame(store: store, outer: outer)
    return try withUnsafeMutablePointer(to: &frame) { frame in
      pthread_setspecific(key, frame)
      defer { pthread_setspecific(key, outer) }
      return try body()
    }
  }

  @usableFromInline static func contains(_ store: ObjectIdentifier) -> Bool {
    var next = pthread_getspecific(key)
    while let frame = next?.assumingMemoryBound(to: Frame.self).pointee {
      if frame.store == store { return true }
      next = frame.outer
    }
    return false
  }
}
