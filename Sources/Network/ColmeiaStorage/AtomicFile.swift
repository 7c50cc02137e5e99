/// A file that always has either its old or its new content, whatever happens while it is written.
///
/// New content is written to a temporary file in the same folder, synced to the device, and renamed into place; then
/// the folder is synced, too. Folders are created with the permissions 0700 and files with 0600. The file must not be a
/// symbolic link. A lock excludes other threads and other processes in the meantime. Waiting for the lock or the device
/// blocks none of the threads that all tasks share.
public struct AtomicFile: Sendable {
  /// The path of the folder that contains the file.
  public let folder: String
  /// The name of the file in its folder.
  public let name: String
  let files: any FileSystem
  /// Whether the folder must be owned by this user, inaccessible to others, and not a symbolic link.
  private let isPrivate: Bool

  /// Creates a value for a file, which need not exist.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - name: The name of the file in its folder.
  ///   - files: The file system.
  public init(folder: String, name: String, files: any FileSystem = SystemFileSystem()) {
    self.init(folder: folder, name: name, files: files, isPrivate: false)
  }

  /// Creates a value for a file. If `isPrivate` is `true`, other users must have no access to the folder.
  init(folder: String, name: String, files: any FileSystem, isPrivate: Bool) {
    self.folder = folder
    self.name = name
    self.files = files
    self.isPrivate = isPrivate
  }

  /// The path of the file.
  public var path: String { "\(folder)/\(name)" }
  private var temporary: String { ".\(name).tmp" }

  /// Returns the content, or `nil` if the file doesn't exist.
  ///
  /// - Parameter limit: The maximum number of bytes in the file.
  /// - Throws: ``FileError`` if the file can't be read, is not owned by this user, or if others can read or write it.
  public func read(limit: Int) async throws(FileError) -> [UInt8]? {
    try await files.blocking { () throws(FileError) in try readNow(limit: limit) }
  }

  /// Replaces the content with `bytes`.
  ///
  /// - Throws: ``FileError``. The old content is then still there, unless only syncing the folder has failed.
  public func write(_ bytes: [UInt8]) async throws(FileError) {
    try await files.blocking { () throws(FileError) in try writeNow(bytes) }
  }

  /// Removes the file. Does nothing if it doesn't exist.
  ///
  /// - Throws: ``FileError`` if the file can't be removed.
  public func delete() async throws(FileError) {
    try await files.blocking { () throws(FileError) in try deleteNow() }
  }

  /// Returns the content, as ``read(limit:)`` does, on the calling thread, which it may block.
  package func readNow(limit: Int) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try locked(makesFolder: false, isReader: true) { folder throws(FileError) in
        try files.readWhole(name, in: folder, limit: limit)
      }
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }

  /// Replaces the content, as ``write(_:)`` does, on the calling thread, which it may block.
  package func writeNow(_ bytes: [UInt8]) throws(FileError) {
    try locked(makesFolder: true) { folder throws(FileError) in
      try files.replace(name, in: folder, with: [bytes], by: temporary)
    }
  }

  /// Replaces the content on the calling thread, without a lock, so that no lock file is left in the folder. Use this
  /// only for a file that is rarely written by others at the same time.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - temporary: The name of the temporary file, which no other writer may use.
  package func write(_ bytes: [UInt8], through temporary: String) throws(FileError) {
    let handle = try files.openFolder(folder, creates: false)
    try files.closing(handle) { () throws(FileError) in
      try files.replace(name, in: handle, with: [bytes], by: temporary)
    }
  }

  /// Removes the file, as ``delete()`` does, on the calling thread, which it may block. Also removes a damaged file
  /// that was renamed to `other`.
  package func deleteNow(_ other: String? = nil) throws(FileError) {
    do throws(FileError) {
      try locked(makesFolder: false) { folder throws(FileError) in
        _ = try files.remove(temporary, in: folder)
        let wasThere = try files.remove(name, in: folder)
        let wasDamaged = if let other { try files.remove(other, in: folder) } else { false }
        if wasThere || wasDamaged { try files.sync(folder) }
      }
    } catch { if error.reason != .missing { throw error } }
  }

  /// Reads and decodes the content on the calling thread. Returns `nil` if the file doesn't exist. A file that can't be
  /// decoded is renamed to `other`, so that it can be inspected and the next write creates a new one.
  package func readNow<Value>(
    limit: Int, keepingDamagedAs other: String, _ decode: ([UInt8]) -> Value?
  ) throws(FileError) -> Content<Value>? {
    do throws(FileError) {
      return try locked(makesFolder: false, isReader: true) { folder throws(FileError) in
        if let value = decode(try files.readWhole(name, in: folder, limit: limit)) { return .whole(value) }
        try files.rename(name, to: other, in: folder)
        try files.sync(folder)
        return .damaged
      }
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }

  /// The result of reading a file.
  package enum Content<Value> {
    /// The file was decoded.
    case whole(Value)
    /// The file could not be decoded, and was renamed.
    case damaged
  }

  private func locked<Result>(
    makesFolder: Bool, isReader: Bool = false, _ body: (OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    try inFolder(makesFolder) { folder throws(FileError) in
      try files.locked(".\(name).lock", in: folder, isReader: isReader) { () throws(FileError) in try body(folder) }
    }
  }

  private func inFolder<Result>(
    _ creates: Bool, _ body: (OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    if isPrivate { return try files.withPrivateFolder(folder, creates: creates, body) }
    let handle = try files.openFolder(folder, creates: creates)
    return try files.closing(handle) { () throws(FileError) in try body(handle) }
  }
}
