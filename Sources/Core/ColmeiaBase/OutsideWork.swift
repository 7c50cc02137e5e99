/// Counts the work that tasks wait for on threads outside their executor, such as reading a file. Whoever must know
/// whether a task is doing something, or waits for an event, observes it.
package protocol OutsideWorkObserver: AnyObject, Sendable {
  /// Called by a task that is about to wait for such work.
  func beginOutsideWork()
  /// Called by the task when the work is done.
  func endOutsideWork()
}

/// Work on threads outside the executor of a task.
package enum OutsideWork {
  /// The observer of the current task, if any.
  @TaskLocal package static var observer: (any OutsideWorkObserver)?
}
