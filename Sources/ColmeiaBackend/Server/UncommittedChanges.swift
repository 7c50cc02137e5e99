/// What has changed and is not on the device, and the file there, if there is one.
struct UncommittedChanges {
  private var file: BackendFile?
  private var changes: [BackendChange] = []
  /// Whether something could not be kept.
  private var hasFailed = false
  private let fail: @Sendable (BackendFileError) -> Void

  /// - Parameter fail: tells the operator that something could not be kept.
  init(_ file: BackendFile?, fail: @escaping @Sendable (BackendFileError) -> Void) {
    self.file = file
    self.fail = fail
  }

  var isEmpty: Bool { changes.isEmpty }

  mutating func note(_ changes: [BackendChange]) { self.changes += changes }

  /// Brings what has changed to the device; whether that was possible.
  mutating func commit(_ state: Backend.State) -> Bool {
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
  mutating func end(with state: Backend.State) {
    guard var file else { return }
    self.file = nil
    do throws(BackendFileError) {
      if hasFailed { file.release() } else { try file.end(with: state) }
    } catch { fail(error) }
  }
}
