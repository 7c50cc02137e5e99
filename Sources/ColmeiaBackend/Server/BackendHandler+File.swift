// What is kept.
extension BackendHandler {
  /// Whether something has changed that is not on the device.
  public var hasUncommitted: Bool { !changes.isEmpty }

  /// Brings what has changed to the device.
  public func commit() -> Bool {
    do throws(BackendFileError) {
      try file?.keep(changes, of: state)
      changes.removeAll(keepingCapacity: true)
      return true
    } catch {
      fail(error)
      hasFailed = true
      return false
    }
  }

  /// Makes the journal a snapshot, and lets the file go; after a failure only the latter.
  public func end() {
    guard var file else { return }
    self.file = nil
    do throws(BackendFileError) {
      if hasFailed { file.release() } else { try file.end(with: state) }
    } catch { fail(error) }
  }
}
