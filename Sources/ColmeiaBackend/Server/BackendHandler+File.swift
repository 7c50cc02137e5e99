// What is kept.
extension BackendHandler {
  /// Whether something has changed that is not on the device.
  public var hasUncommitted: Bool { !uncommitted.isEmpty }

  /// Brings what has changed to the device.
  public func commit() -> Bool { uncommitted.commit(state) }

  /// Makes the journal a snapshot, and lets the file go; after a failure only the latter.
  public func end() { uncommitted.end(with: state) }
}
