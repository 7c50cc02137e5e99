/// A place that outlives the process: what is being run is written there.
@usableFromInline struct RunMark: @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<UInt64>
  @inlinable func note(actions: UInt64) { words[0] = actions }
}
