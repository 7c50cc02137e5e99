import ColmeiaBase

/// The file system of this machine.
public struct SystemFileSystem: FileSystem {
  private static let threads = BlockingThreads(limit: 16)

  /// Creates a value for the file system of this machine.
  public init() {}

  /// An executor with at most 16 threads, which all file operations of this process share.
  public var blockingExecutor: (any TaskExecutor)? { Self.threads }

  /// Opens a folder. If `creates` is `true`, creates it and its missing ancestors with the permissions 0700.
  ///
  /// - Throws: ``FileError`` if the folder can't be opened or created.
  public func openFolder(_ path: String, creates: Bool, followsLinks: Bool) throws(FileError) -> OpenFile {
    if creates { try makeFolders(path) }
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
    // With a trailing slash, a symbolic link would be followed.
    let last = path.lastIndex { $0 != "/" } ?? path.startIndex
    let number = retry { systemOpen(followsLinks || path.isEmpty ? path : String(path[...last]), flags, 0) }
    guard number >= 0 else { throw FileError(.open, path, .last) }
    return OpenFile(number: number, path: path)
  }

  private func makeFolders(_ path: String) throws(FileError) {
    var end = path.startIndex
    while end < path.endIndex {
      let next = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<next])
      if mkdir(part, 0o700) == 0 {
        syncParent(of: part)
      } else if errno != EEXIST {
        throw FileError(.makeFolder, part, .last)
      }
      end = next
    }
  }

  /// Makes the entry of a new folder durable, if its parent can be read.
  private func syncParent(of path: String) {
    let name = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let parent = try? openFolder(name, creates: false, followsLinks: true) else { return }
    try? sync(parent)
    _ = systemClose(parent.number)
  }

  /// Opens a file. Symbolic links are not followed.
  ///
  /// - Throws: ``FileError`` if the file can't be opened or created.
  public func open(_ name: String, in folder: OpenFile, _ mode: OpenMode) throws(FileError) -> OpenFile {
    let flags: Int32 =
      switch mode {
      case .read: O_RDONLY
      case .create: O_WRONLY | O_CREAT | O_EXCL
      case .lock: O_RDWR | O_CREAT
      }
    let path = "\(folder.path)/\(name)"
    let number = retry { openat(folder.number, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600) }
    guard number >= 0 else { throw FileError(.open, path, .last) }
    return OpenFile(number: number, path: path)
  }

  /// Reads with `read(2)`, and retries after an interruption.
  ///
  /// - Throws: ``FileError`` if the file can't be read.
  public func read(_ file: OpenFile, _ count: Int) throws(FileError) -> [UInt8] {
    var failed: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let read = retry { Int32(truncatingIfNeeded: systemRead(file.number, buffer.baseAddress, count)) }
      failed = read < 0 ? errno : 0
      filled = max(0, Int(read))
    }
    if failed != 0 { throw FileError(.read, file.path, FileError.Reason(errno: failed)) }
    return bytes
  }

  /// Writes with `write(2)`.
  ///
  /// - Throws: ``FileError`` if the file can't be written, also beyond the process's file size limit. The signal that
  ///   would otherwise terminate the process is ignored.
  public func write(_ file: OpenFile, _ bytes: ArraySlice<UInt8>) throws(FileError) -> Int {
    let (written, failed) = withoutSizeSignal {
      let written = bytes.withUnsafeBytes { bytes in
        retry { Int32(truncatingIfNeeded: systemWrite(file.number, bytes.baseAddress, min(bytes.count, 1 << 20))) }
      }
      return (Int(written), errno)
    }
    if written <= 0 { throw FileError(.write, file.path, FileError.Reason(errno: written == 0 ? ENOSPC : failed)) }
    return written
  }

  /// Waits until all written data is on the device.
  ///
  /// - Throws: ``FileError`` if the device reports an error. Written data may then be lost.
  public func sync(_ file: OpenFile) throws(FileError) {
    #if canImport(Darwin)
      // On Darwin, `fsync` reaches only the device's cache. File systems without support for `F_FULLFSYNC` fail, and
      // use `fsync`.
      if retry({ fcntl(file.number, F_FULLFSYNC) }) >= 0 { return }
      if errno == EIO { throw FileError(.sync, file.path, .last) }
    #endif
    guard retry({ fsync(file.number) }) == 0 else { throw FileError(.sync, file.path, .last) }
  }

  /// Renames with `renameat(2)`.
  ///
  /// - Throws: ``FileError`` if the file can't be renamed, for example because it doesn't exist.
  public func rename(_ name: String, to other: String, in folder: OpenFile) throws(FileError) {
    guard renameat(folder.number, name, folder.number, other) == 0 else {
      throw FileError(.rename, "\(folder.path)/\(other)", .last)
    }
  }

  /// Removes with `unlinkat(2)`.
  ///
  /// - Throws: ``FileError`` if the file exists and can't be removed.
  public func remove(_ name: String, in folder: OpenFile) throws(FileError) -> Bool {
    if unlinkat(folder.number, name, 0) == 0 { return true }
    if errno == ENOENT { return false }
    throw FileError(.remove, "\(folder.path)/\(name)", .last)
  }

  /// Reads the status with `fstat(2)`.
  ///
  /// - Throws: ``FileError`` if the status can't be read.
  public func status(_ file: OpenFile) throws(FileError) -> FileStatus {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw FileError(.look, file.path, .last) }
    return FileStatus(
      size: Int(status.st_size), mode: UInt32(status.st_mode) & 0o7777, isOwn: status.st_uid == geteuid(),
      isFile: status.st_mode & S_IFMT == S_IFREG)
  }

  /// Waits for the lock, which excludes other holders in this process and in other processes.
  ///
  /// - Throws: ``FileError`` if the file system doesn't support locks.
  public func lock(_ file: OpenFile) throws(FileError) {
    guard retry({ systemLock(file.number, LOCK_EX) }) == 0 else { throw FileError(.lock, file.path, .last) }
  }

  /// Acquires the lock if no other holder has it, in this process or in another.
  ///
  /// - Throws: ``FileError`` if the file system doesn't support locks.
  public func tryLock(_ file: OpenFile) throws(FileError) -> Bool {
    if retry({ systemLock(file.number, LOCK_EX | LOCK_NB) }) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw FileError(.lock, file.path, .last)
  }

  /// Releases the lock.
  ///
  /// - Throws: ``FileError`` if the file system doesn't support locks.
  public func unlock(_ file: OpenFile) throws(FileError) {
    guard retry({ systemLock(file.number, LOCK_UN) }) == 0 else { throw FileError(.lock, file.path, .last) }
  }

  /// Lists the names with `readdir(3)`.
  ///
  /// - Throws: ``FileError`` if the folder can't be read.
  public func names(in folder: OpenFile) throws(FileError) -> [String] {
    let number = retry { openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if number < 0 { throw FileError(.list, folder.path, .last) }
    return try Self.names(in: number, of: folder.path)
  }

  /// Returns the names in an open folder, and closes the folder in any case.
  static func names(in number: Int32, of path: String) throws(FileError) -> [String] {
    guard let entries = fdopendir(number) else {
      let error = FileError(.list, path, .last)
      _ = systemClose(number)
      throw error
    }
    defer { closedir(entries) }
    var names: [String] = []
    while true {
      // At the end as well as after an error, the result is `nil`.
      errno = 0
      guard let entry = readdir(entries) else {
        if errno != 0 { throw FileError(.list, path, .last) }
        return names
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// Closes a file or folder. An interruption is not an error: by then, data has been synced, or it isn't needed.
  ///
  /// - Throws: ``FileError`` if the device reports an error. The file is closed nevertheless.
  public func close(_ file: OpenFile) throws(FileError) {
    guard systemClose(file.number) == 0 || errno == EINTR else { throw FileError(.close, file.path, .last) }
  }
}

extension FileError.Reason {
  /// The reason for the last failed call on this thread.
  static var last: Self { Self(errno: errno) }

  /// Creates a reason from an error number of the operating system.
  public init(errno number: Int32) {
    switch number {
    case EACCES, EPERM: self = .denied
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EIO: self = .inputOutput
    case ENOENT: self = .missing
    case ELOOP, ENOTDIR, EISDIR, EEXIST: self = .notAFile
    case EMFILE, ENFILE: self = .tooManyOpen
    case EROFS: self = .readOnly
    default: self = .other(number)
    }
  }
}

/// Repeats a call that was interrupted by a signal.
private func retry(_ body: () -> Int32) -> Int32 {
  while true {
    let result = body()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// Blocks `SIGXFSZ` on this thread during `body`, and discards the signal if `body` has caused it.
private func withoutSizeSignal<Result>(_ body: () -> Result) -> Result {
  var blocked = sigset_t()
  var before = sigset_t()
  sigemptyset(&blocked)
  sigaddset(&blocked, SIGXFSZ)
  pthread_sigmask(SIG_BLOCK, &blocked, &before)
  let result = body()
  if sigismember(&before, SIGXFSZ) == 0 { takePending(&blocked) }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  return result
}

private func takePending(_ signals: inout sigset_t) {
  var pending = sigset_t()
  sigpending(&pending)
  guard sigismember(&pending, SIGXFSZ) == 1 else { return }
  #if canImport(Darwin)
    var signal: Int32 = 0
    sigwait(&signals, &signal)
  #else
    var none = timespec()
    sigtimedwait(&signals, nil, &none)
  #endif
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, buffer, count)
}
private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(file, buffer, count) }
/// Aliased, because `flock` is also the name of a struct.
private let systemLock: @Sendable (Int32, Int32) -> Int32 = flock
private func systemClose(_ file: Int32) -> Int32 { close(file) }
