/// What a run knows of reducers in which the process ends.
@usableFromInline enum Trap: Sendable {
  /// It is written down before each action how many have been reduced, where another process will find it.
  case watched(RunMark)
  /// The process has ended in the action behind so many, so it is not reduced.
  case known(actions: UInt64)
}
