#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lets other threads go first.
@usableFromInline package func yieldThread() { sched_yield() }

/// The number of the thread that asks; never 0 or 1.
@usableFromInline package func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
