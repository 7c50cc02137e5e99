/// Returns the id of the current thread, which is never 0 or 1.
@usableFromInline package func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
