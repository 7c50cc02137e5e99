/// What is done with whole files of an open folder.
extension FileSystem {
  /// Runs `body`, and closes `handle` whatever happens; the first error is the one that counts.
  package func closing<Result>(
    _ handle: OpenFile, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let result: Result
    do throws(FileError) {
      result = try body()
    } catch {
      do throws(FileError) { try close(handle) } catch {}
      throw error
    }
    try close(handle)
    return result
  }

  /// Runs `body` while no other thread and no other process has the lock that the file `lock` stands for.
  ///
  /// - Parameter isReader: whether `body` only reads: where nobody can write, it needs no lock.
  func locked<Result>(
    _ lock: String, in folder: OpenFile, isReader: Bool = false, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let file: OpenFile
    do throws(FileError) { file = try open(lock, in: folder, .lock) } catch {
      guard isReader, error.reason == .readOnly else { throw error }
      return try body()
    }
    return try closing(file) { () throws(FileError) in
      try self.lock(file)
      return try body()
    }
  }

  /// Opens a folder that is this user's own, that nobody else can enter or look into, and that is no link, for as long as
  /// `body` runs.
  func withPrivateFolder<Result>(
    _ path: String, makes: Bool, _ body: (OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let folder = try openFolder(path, makes: makes, follows: false)
    return try closing(folder) { () throws(FileError) in
      try refuseOthers(look(folder), folder)
      return try body(folder)
    }
  }

  private func refuseOthers(_ status: FileStatus, _ file: OpenFile) throws(FileError) {
    if !status.isOwn { throw FileError(.look, file.path, .foreign) }
    if status.mode & 0o077 != 0 { throw FileError(.look, file.path, .exposed(status.mode)) }
  }

  /// The content of a file of this user's own, which nobody else can read or write.
  package func readWhole(_ name: String, in folder: OpenFile, limit: Int) throws(FileError) -> [UInt8] {
    let file = try open(name, in: folder, .read)
    return try closing(file) { () throws(FileError) in
      _ = try lookOwn(file)
      let bytes = try read(file, atMost: limit + 1)
      if bytes.count > limit { throw FileError(.read, file.path, .tooLarge(limit)) }
      return bytes
    }
  }

  /// What is known of an open file, unless it is another's, or one that others can read or write.
  func lookOwn(_ file: OpenFile) throws(FileError) -> FileStatus {
    let status = try look(file)
    if !status.isFile { throw FileError(.look, file.path, .notAFile) }
    try refuseOthers(status, file)
    return status
  }

  /// The next bytes, fewer than `count` only at the end of the file.
  func read(_ file: OpenFile, atMost count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let part = try read(file, min(count - bytes.count, 1 << 16))
      if part.isEmpty { return bytes }
      bytes += part
    }
    return bytes
  }

  /// Writes all of the bytes, behind what was written before.
  package func writeWhole(_ bytes: [UInt8], to file: OpenFile) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try write(file, rest)) }
  }

  /// Puts `parts`, one behind the other, in the place of the content of a file: beside it first, brought to the disk, and
  /// then renamed. Only for callers that hold the lock under which `temporary` is written.
  package func replace(
    _ name: String, in folder: OpenFile, with parts: [[UInt8]], by temporary: String
  ) throws(FileError) {
    // One that a crash has left. Its process is gone: the lock is ours.
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
