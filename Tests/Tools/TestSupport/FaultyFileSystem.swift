import ColmeiaBase
import ColmeiaStorage

/// The system's files, with one call that fails. It counts open files.
package final class FaultyFileSystem: FileSystem {
  package struct Plan: Sendable {
    /// The number of the call that fails, counted from 1, or 0 for none.
    package var failing = 0
    /// Whether all later calls fail too, as if the process had ended there.
    package var isDead = false
    package var reason = FileError.Reason.inputOutput
    /// The maximum number of bytes that one write accepts.
    package var shortWrite = Int.max
    /// Whether all files and folders belong to another user.
    package var isForeign = false
    /// Whether all files belong to another user, but not the folders.
    package var hasForeignFiles = false
    /// Whether all writes fail, as in a file system that is mounted read-only.
    package var isReadOnly = false
    package var mode: UInt32?
    package var calls: [FileError.Operation] = []
    package var open = 0

    package init() {}
  }

  private let base = SystemFileSystem()
  private let plan: Guarded<Plan>
  private let before: @Sendable (FileError.Operation) -> Void

  /// Creates a file system with faults.
  ///
  /// - Parameters:
  ///   - plan: The faults.
  ///   - executor: The executor for blocking calls.
  ///   - before: Called before each operation, which it may delay.
  package init(
    _ plan: Plan = Plan(), on executor: (any TaskExecutor)? = SystemFileSystem().blockingExecutor,
    before: @escaping @Sendable (FileError.Operation) -> Void = { _ in }
  ) {
    self.plan = Guarded(plan)
    blockingExecutor = executor
    self.before = before
  }

  package let blockingExecutor: (any TaskExecutor)?
  package var calls: [FileError.Operation] { plan.withLock { $0.calls } }
  package var open: Int { plan.withLock { $0.open } }

  private func step(_ operation: FileError.Operation, _ path: String) throws(FileError) {
    before(operation)
    let reason = plan.withLock { plan in
      plan.calls.append(operation)
      let fails = plan.isDead ? plan.calls.count >= plan.failing : plan.calls.count == plan.failing
      return fails ? plan.reason : nil
    }
    if let reason { throw FileError(operation, path, reason) }
  }

  private func opened(_ handle: OpenFile) -> OpenFile {
    plan.withLock { $0.open += 1 }
    return handle
  }

  package func openFolder(_ path: String, creates: Bool, followsLinks: Bool) throws(FileError) -> OpenFile {
    try step(.open, path)
    return opened(try base.openFolder(path, creates: creates, followsLinks: followsLinks))
  }
  package func open(_ name: String, in folder: OpenFile, _ mode: OpenMode) throws(FileError) -> OpenFile {
    try step(.open, "\(folder.path)/\(name)")
    if plan.withLock({ $0.isReadOnly }), mode != .read {
      throw FileError(.open, "\(folder.path)/\(name)", .readOnly)
    }
    return opened(try base.open(name, in: folder, mode))
  }
  package func read(_ file: OpenFile, _ count: Int) throws(FileError) -> [UInt8] {
    try step(.read, file.path)
    return try base.read(file, min(count, 7))
  }
  package func write(_ file: OpenFile, _ bytes: ArraySlice<UInt8>) throws(FileError) -> Int {
    try step(.write, file.path)
    return try base.write(file, bytes.prefix(plan.withLock { $0.shortWrite }))
  }
  package func sync(_ file: OpenFile) throws(FileError) {
    try step(.sync, file.path)
    try base.sync(file)
  }
  package func rename(_ name: String, to other: String, in folder: OpenFile) throws(FileError) {
    try step(.rename, "\(folder.path)/\(other)")
    try base.rename(name, to: other, in: folder)
  }
  package func remove(_ name: String, in folder: OpenFile) throws(FileError) -> Bool {
    try step(.remove, "\(folder.path)/\(name)")
    return try base.remove(name, in: folder)
  }
  package func status(_ file: OpenFile) throws(FileError) -> FileStatus {
    try step(.look, file.path)
    var status = try base.status(file)
    let plan = plan.withLock { $0 }
    if plan.isForeign || plan.hasForeignFiles && status.isFile { status.isOwn = false }
    if let mode = plan.mode { status.mode = mode }
    return status
  }
  package func lock(_ file: OpenFile) throws(FileError) {
    try step(.lock, file.path)
    try base.lock(file)
  }
  package func tryLock(_ file: OpenFile) throws(FileError) -> Bool {
    try step(.lock, file.path)
    return try base.tryLock(file)
  }
  package func unlock(_ file: OpenFile) throws(FileError) {
    // Fails afterwards, as `close` does.
    try base.unlock(file)
    try step(.lock, file.path)
  }
  package func names(in folder: OpenFile) throws(FileError) -> [String] {
    try step(.list, folder.path)
    return try base.names(in: folder)
  }
  package func close(_ file: OpenFile) throws(FileError) {
    plan.withLock { $0.open -= 1 }
    // A `close` that fails has closed the file nevertheless.
    try base.close(file)
    try step(.close, file.path)
  }
}
