/// How a run handles a reducer that may trap.
@usableFromInline enum Trap: Sendable {
  /// Records the number of reduced actions before each action.
  case watched(RunMark)
  /// The action after this number of actions would end the process, so it isn't reduced.
  case known(actions: UInt64)
}
