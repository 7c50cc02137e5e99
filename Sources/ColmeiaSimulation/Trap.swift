/// What a run does about reducers in which the process would end.
@usableFromInline enum Trap: Sendable {
  /// It notes before each action how many have been reduced.
  case watched(RunMark)
  /// The process would end in the action behind so many, so it is not reduced.
  case known(actions: UInt64)
}
