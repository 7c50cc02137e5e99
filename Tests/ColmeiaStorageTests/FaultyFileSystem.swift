import Synchronization

@testable import ColmeiaStorage

/// The files of this machine, but one call fails. Counts what is open.
final class FaultyFileSystem: FileSystem {
  struct Plan: Sendable {
    /// The call that fails, from 1; none for 0.
    var failing = 0
    /// Whether all calls behind it fail too, as when the process has ended there.
    var isDead = false
    var reason = FileError.Reason.inputOutput
    /// How many bytes a write takes at most.
    var shortWrite = Int.max
    var isForeign = false
    var mode: UInt32?
    var calls: [FileError.Operation] = []
    var open = 0
  }

  private let base = SystemFileSystem()
  private let plan: Mutex<Plan>

  init(_ plan: Plan = Plan()) { self.plan = Mutex(plan) }

  var calls: [FileError.Operation] { plan.withLock { $0.calls } }
  var open: Int { plan.withLock { $0.open } }

  private func step(_ operation: FileError.Operation, _ path: String) throws(FileError) {
    let reason = plan.withLock { plan in
      plan.calls.append(operation)
      let fails = plan.isDead ? plan.calls.count >= plan.failing : plan.calls.count == plan.failing
      return fails ? plan.reason : nil
    }
    if let reason { throw FileError(operation, path, reason) }
  }

  private func opened(_ handle: FileHandle) -> FileHandle {
    plan.withLock { $0.open += 1 }
    return handle
  }

  func openFolder(_ path: String, makes: Bool) throws(FileError) -> FileHandle {
    try step(.open, path)
    return opened(try base.openFolder(path, makes: makes))
  }
  func open(_ name: String, in folder: FileHandle, _ mode: OpenMode) throws(FileError) -> FileHandle {
    try step(.open, "\(folder.path)/\(name)")
    return opened(try base.open(name, in: folder, mode))
  }
  func read(_ file: FileHandle, _ count: Int) throws(FileError) -> [UInt8] {
    try step(.read, file.path)
    return try base.read(file, min(count, 7))
  }
  func write(_ file: FileHandle, _ bytes: ArraySlice<UInt8>) throws(FileError) -> Int {
    try step(.write, file.path)
    return try base.write(file, bytes.prefix(plan.withLock { $0.shortWrite }))
  }
  func sync(_ file: FileHandle) throws(FileError) {
    try step(.sync, file.path)
    try base.sync(file)
  }
  func rename(_ name: String, to other: String, in folder: FileHandle) throws(FileError) {
    try step(.rename, "\(folder.path)/\(other)")
    try base.rename(name, to: other, in: folder)
  }
  func remove(_ name: String, in folder: FileHandle) throws(FileError) -> Bool {
    try step(.remove, "\(folder.path)/\(name)")
    return try base.remove(name, in: folder)
  }
  func look(_ file: FileHandle) throws(FileError) -> FileStatus {
    try step(.look, file.path)
    var status = try base.look(file)
    let plan = plan.withLock { $0 }
    if plan.isForeign { status.isOwn = false }
    if let mode = plan.mode { status.mode = mode }
    return status
  }
  func lock(_ file: FileHandle) throws(FileError) {
    try step(.lock, file.path)
    try base.lock(file)
  }
  func names(in folder: FileHandle) throws(FileError) -> [String] {
    try step(.list, folder.path)
    return try base.names(in: folder)
  }
  func close(_ file: FileHandle) throws(FileError) {
    plan.withLock { $0.open -= 1 }
    // Also a close that fails has closed.
    try base.close(file)
    try step(.close, file.path)
  }
}
