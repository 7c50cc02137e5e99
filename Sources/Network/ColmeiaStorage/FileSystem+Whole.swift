/// Operations on whole files of an open folder.
extension FileSystem {
  /// Runs `body`, and then closes `handle` in any case. If both fail, the error of `body` is thrown.
  package func closing<Result>(
    _ handle: OpenFile, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    try ending({ () throws(FileError) in try close(handle) }, body)
  }

  private func ending<Result>(
    _ end: () throws(FileError) -> Void, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let result: Result
    do throws(FileError) {
      result = try body()
    } catch {
      do throws(FileError) { try end() } catch {}
      throw error
    }
    try end()
    return result
  }

  /// Runs `body` while holding the lock of the file named `lock`, which excludes other threads and other processes.
  ///
  /// - Parameters:
  ///   - lock: The name of the lock file, which is created if it doesn't exist.
  ///   - folder: The folder of the lock file.
  ///   - isReader: Whether `body` only reads. It then runs without a lock on a read-only file system.
  ///   - waits: Whether to wait for the lock. Otherwise, a lock that another holder has is an error.
  ///   - body: The operation to run.
  func locked<Result>(
    _ lock: String, in folder: OpenFile, isReader: Bool = false, waits: Bool = true,
    _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let file: OpenFile
    do throws(FileError) { file = try open(lock, in: folder, .lock) } catch {
      guard isReader, error.reason == .readOnly else { throw error }
      return try body()
    }
    return try closing(file) { () throws(FileError) in
      if waits {
        try self.lock(file)
      } else if try !tryLock(file) {
        throw FileError(.lock, file.path, .busy)
      }
      // If a newly started process has inherited the open file, closing it doesn't release the lock.
      return try ending({ () throws(FileError) in try unlock(file) }, body)
    }
  }

  /// Opens a folder for the duration of `body`. The folder must be owned by this user, inaccessible to others, and not
  /// a symbolic link.
  func withPrivateFolder<Result>(
    _ path: String, creates: Bool, _ body: (OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let folder = try openFolder(path, creates: creates, followsLinks: false)
    return try closing(folder) { () throws(FileError) in
      try refuseOthers(status(folder), folder)
      return try body(folder)
    }
  }

  private func refuseOthers(_ status: FileStatus, _ file: OpenFile) throws(FileError) {
    if !status.isOwn { throw FileError(.look, file.path, .foreign) }
    if status.mode & 0o077 != 0 { throw FileError(.look, file.path, .exposed(status.mode)) }
  }

  /// Returns the content of a file that must be owned by this user and inaccessible to others.
  package func readWhole(_ name: String, in folder: OpenFile, limit: Int) throws(FileError) -> [UInt8] {
    let file = try open(name, in: folder, .read)
    return try closing(file) { () throws(FileError) in
      _ = try lookPrivate(file)
      let bytes = try read(file, atMost: min(limit, .max - 1) + 1)
      if bytes.count > limit { throw FileError(.read, file.path, .tooLarge(limit)) }
      return bytes
    }
  }

  /// Returns the status of an open file. Throws if another user owns the file, or if others can read or write it.
  func lookPrivate(_ file: OpenFile) throws(FileError) -> FileStatus {
    let status = try status(file)
    if !status.isFile { throw FileError(.look, file.path, .notAFile) }
    try refuseOthers(status, file)
    return status
  }

  /// Reads up to `count` bytes. Fewer bytes are returned only at the end of the file.
  func read(_ file: OpenFile, atMost count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let part = try read(file, min(count - bytes.count, 1 << 16))
      if part.isEmpty { return bytes }
      bytes += part
    }
    return bytes
  }

  /// Appends all bytes to the file.
  package func writeWhole(_ bytes: [UInt8], to file: OpenFile) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try write(file, rest)) }
  }

  /// Replaces the content of a file with the concatenated `parts`: writes a temporary file in the same folder, syncs
  /// it, and renames it. The caller must hold the lock that protects `temporary`.
  package func replace(
    _ name: String, in folder: OpenFile, with parts: [[UInt8]], by temporary: String
  ) throws(FileError) {
    // Remove a file left by a crash. Its process no longer exists, because this one holds the lock.
    _ = try remove(temporary, in: folder)
    let file = try open(temporary, in: folder, .create)
    do throws(FileError) {
      try closing(file) { () throws(FileError) in
        for part in parts { try writeWhole(part, to: file) }
        try sync(file)
      }
      try rename(temporary, to: name, in: folder)
    } catch {
      do throws(FileError) { _ = try remove(temporary, in: folder) } catch {}
      throw error
    }
    try sync(folder)
  }
}
