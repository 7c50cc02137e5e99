/// Where it is noted how far a run has come, for the case that its thread does not come back.
@usableFromInline final class RunMark: @unchecked Sendable {
  // `@unchecked Sendable`: read only when the thread that writes it stands still.
  /// How many actions were reduced before the one at hand.
  @usableFromInline private(set) var noted: UInt64 = 0

  @usableFromInline init() {}

  /// Not inlined, so that it has happened when the action traps.
  @inline(never) @usableFromInline func note(_ actions: UInt64) { noted = actions }
}
