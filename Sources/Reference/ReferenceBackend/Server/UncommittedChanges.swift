/// The changes that are not persisted yet, and the file for them, if there is one.
struct UncommittedChanges {
  private var file: BackendFile?
  private var changes: [BackendChange] = []
  /// Whether persisting changes has failed.
  private var hasFailed = false
  private let fail: @Sendable (BackendFileError) -> Void

  /// Creates an empty list of changes.
  ///
  /// - Parameters:
  ///   - file: The file to write to, or `nil` for no persistence.
  ///   - fail: A closure that tells the operator that writing failed.
  init(_ file: BackendFile?, fail: @escaping @Sendable (BackendFileError) -> Void) {
    self.file = file
    self.fail = fail
  }

  var isEmpty: Bool { changes.isEmpty }

  mutating func note(_ changes: [BackendChange]) { self.changes += changes }

  /// Writes the changes to the storage device. Returns whether that succeeded.
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

  /// Replaces the journal with a snapshot and closes the file. After a failure, it only closes the file.
  mutating func end(with state: Backend.State) {
    guard var file else { return }
    self.file = nil
    do throws(BackendFileError) {
      if hasFailed { file.release() } else { try file.end(with: state) }
    } catch { fail(error) }
  }
}
