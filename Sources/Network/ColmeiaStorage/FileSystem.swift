import ColmeiaBase

/// The interface through which the library accesses files. A test can use a file system that fails at any operation,
/// and a simulation can use one that loses data that has not been synced.
///
/// Names are relative to an open folder, so that the folder can't be replaced between two operations.
public protocol FileSystem: Sendable {
  /// The executor for calls that block, or `nil` if no call blocks. The default is `nil`.
  var blockingExecutor: (any TaskExecutor)? { get }
  /// Opens a folder. If `creates` is `true`, creates it and its missing ancestors so that only this user can access
  /// them.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - creates: Whether a missing folder is created. Otherwise, a missing folder is an error.
  ///   - followsLinks: Whether the path may be a symbolic link to the folder.
  /// - Throws: ``FileError``, with ``FileError/Reason/missing`` if the folder doesn't exist and isn't created, or
  ///   ``FileError/Reason/notAFile`` if the path is not a folder or is a symbolic link that is not followed.
  func openFolder(_ path: String, creates: Bool, followsLinks: Bool) throws(FileError) -> OpenFile
  /// Opens a file of a folder.
  ///
  /// - Throws: ``FileError``, with ``FileError/Reason/missing`` if the file doesn't exist, or
  ///   ``FileError/Reason/notAFile`` if it is a symbolic link or a folder.
  func open(_ name: String, in folder: OpenFile, _ mode: OpenMode) throws(FileError) -> OpenFile
  /// Reads up to `count` bytes. Returns an empty array at the end of the file.
  ///
  /// - Throws: ``FileError`` if the file can't be read.
  func read(_ file: OpenFile, _ count: Int) throws(FileError) -> [UInt8]
  /// Writes at least one of the bytes, and returns the number of bytes written.
  ///
  /// - Throws: ``FileError``, with ``FileError/Reason/full`` if there is no space.
  func write(_ file: OpenFile, _ bytes: ArraySlice<UInt8>) throws(FileError) -> Int
  /// Waits until all written data is on the device.
  ///
  /// - Throws: ``FileError``. Written data may then be lost.
  func sync(_ file: OpenFile) throws(FileError)
  /// Renames a file, and replaces an existing file named `other`.
  ///
  /// - Throws: ``FileError`` if the file doesn't exist, or the folder can't be changed.
  func rename(_ name: String, to other: String, in folder: OpenFile) throws(FileError)
  /// Removes a file. Returns `false` if it doesn't exist.
  ///
  /// - Throws: ``FileError`` if the folder can't be changed.
  func remove(_ name: String, in folder: OpenFile) throws(FileError) -> Bool
  /// Returns the status of an open file.
  ///
  /// - Throws: ``FileError`` if the status can't be read.
  func status(_ file: OpenFile) throws(FileError) -> FileStatus
  /// Waits for the lock of the file. The lock is released when the file is closed.
  ///
  /// - Throws: ``FileError`` if the file system doesn't support locks.
  func lock(_ file: OpenFile) throws(FileError)
  /// Acquires the lock of the file if it is free. Returns whether it was acquired.
  ///
  /// - Throws: ``FileError`` if the file system doesn't support locks.
  func tryLock(_ file: OpenFile) throws(FileError) -> Bool
  /// Releases the lock of the file, even if a newly started process has inherited the open file.
  ///
  /// - Throws: ``FileError`` if the file system doesn't support locks.
  func unlock(_ file: OpenFile) throws(FileError)
  /// Returns the names of the files in a folder, in no particular order.
  ///
  /// - Throws: ``FileError`` if the folder can't be read.
  func names(in folder: OpenFile) throws(FileError) -> [String]
  /// Closes a file or folder.
  ///
  /// - Throws: ``FileError`` if written data could not be saved.
  func close(_ file: OpenFile) throws(FileError)
}

extension FileSystem {
  /// `nil`, because no call blocks by default.
  public var blockingExecutor: (any TaskExecutor)? { nil }

  /// Opens a folder, following a symbolic link.
  package func openFolder(_ path: String, creates: Bool) throws(FileError) -> OpenFile {
    try openFolder(path, creates: creates, followsLinks: true)
  }

  /// Runs `body`, which may block, off the caller's thread and off the threads that all tasks share.
  nonisolated(nonsending) package func blocking<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let observer = OutsideWork.observer
    observer?.beginOutsideWork()
    defer { observer?.endOutsideWork() }
    return try await withTaskExecutorPreference(blockingExecutor) { () async throws(Failure) in try body() }
  }
}

/// The mode in which a file is opened.
public enum OpenMode: Sendable, Hashable {
  /// Opens an existing file for reading.
  case read
  /// Creates a new file for writing.
  case create
  /// Opens a file for locking, and creates it if it doesn't exist.
  case lock
}

/// An open file or folder.
public struct OpenFile: Sendable, Hashable {
  /// The file descriptor, or another number that identifies the file to the file system.
  public var number: Int32
  /// The path, for error messages.
  public var path: String

  /// Creates a handle.
  public init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }
}

/// The status of a file.
public struct FileStatus: Sendable, Hashable {
  /// The size of the file, in bytes.
  public var size: Int
  /// The permissions, such as `0o600`.
  public var mode: UInt32
  /// Whether it belongs to the user of this process.
  public var isOwn: Bool
  /// Whether it is a regular file.
  public var isFile: Bool

  /// Creates a status.
  public init(size: Int, mode: UInt32, isOwn: Bool, isFile: Bool) {
    self.size = size
    self.mode = mode
    self.isOwn = isOwn
    self.isFile = isFile
  }
}
