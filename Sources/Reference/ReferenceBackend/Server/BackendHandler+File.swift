// Persistence.
extension BackendHandler {
  /// Whether there are changes that are not on the storage device yet.
  public var hasUncommitted: Bool { !uncommitted.isEmpty }

  /// Writes the changes to the storage device. Returns whether that succeeded.
  public func commit() -> Bool { uncommitted.commit(state) }

  /// Replaces the journal with a snapshot and closes the file. After a failure, it only closes the file.
  public func end() { uncommitted.end(with: state) }
}
