/// The only way to files. A test takes another one, which fails where and how it likes; a simulation takes one that
/// forgets what was not synced.
///
/// Names are relative to a folder that is open, so that nobody can exchange the folder meanwhile.
public protocol FileSystem: Sendable {
  /// Where calls are made that block: threads that nobody else needs. `nil`, which is the default, where no call blocks.
  var blockingExecutor: (any TaskExecutor)? { get }
  /// Makes a folder that only this user can enter, with those above it that are missing, and opens it.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - makes: Whether a missing folder is created. Without this it is an error.
  ///   - follows: Whether the path may be a link that leads to the folder.
  /// - Throws: ``FileError``; ``FileError/Reason/foreign`` and ``FileError/Reason/exposed(_:)`` when other users own the
  ///   folder or may enter it.
  func openFolder(_ path: String, makes: Bool, follows: Bool) throws(FileError) -> OpenFile
  /// Opens a file of a folder.
  ///
  /// - Throws: ``FileError``; ``FileError/Reason/missing`` for a file that does not exist, ``FileError/Reason/notAFile``
  ///   for links and folders.
  func open(_ name: String, in folder: OpenFile, _ mode: OpenMode) throws(FileError) -> OpenFile
  /// Reads up to `count` bytes; none at the end.
  func read(_ file: OpenFile, _ count: Int) throws(FileError) -> [UInt8]
  /// Writes some of the bytes, at least one; how many.
  ///
  /// - Throws: ``FileError``; ``FileError/Reason/full`` when there is no room.
  func write(_ file: OpenFile, _ bytes: ArraySlice<UInt8>) throws(FileError) -> Int
  /// Waits until what was written is on the device.
  ///
  /// - Throws: ``FileError``; what was written may be lost then.
  func sync(_ file: OpenFile) throws(FileError)
  /// Puts a file in the place of another, or where nothing is.
  func rename(_ name: String, to other: String, in folder: OpenFile) throws(FileError)
  /// Removes a file; `false` when there is none.
  func remove(_ name: String, in folder: OpenFile) throws(FileError) -> Bool
  /// What is known of an open file.
  func look(_ file: OpenFile) throws(FileError) -> FileStatus
  /// Waits until no other holder has the lock of the file; it is given back when the file is closed.
  ///
  /// - Throws: ``FileError`` when the file system knows no locks.
  func lock(_ file: OpenFile) throws(FileError)
  /// Takes the lock of the file if no other holder has it; whether it did.
  func tryLock(_ file: OpenFile) throws(FileError) -> Bool
  /// Gives the lock of the file back, also when a process that has just been started still has the file open.
  func unlock(_ file: OpenFile) throws(FileError)
  /// The names of the files of a folder, in no particular order.
  func names(in folder: OpenFile) throws(FileError) -> [String]
  /// Closes a file or folder.
  func close(_ file: OpenFile) throws(FileError)
}

extension FileSystem {
  /// The default: no call blocks.
  public var blockingExecutor: (any TaskExecutor)? { nil }

  /// Opens a folder, also through a link.
  package func openFolder(_ path: String, makes: Bool) throws(FileError) -> OpenFile {
    try openFolder(path, makes: makes, follows: true)
  }

  /// Makes calls that may block, away from the caller's thread and from those that all tasks share.
  nonisolated(nonsending) package func blocking<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(blockingExecutor) { () async throws(Failure) in try body() }
  }
}

/// How a file is opened.
public enum OpenMode: Sendable, Hashable {
  /// To read one that is there.
  case read
  /// To write one that is not there yet.
  case create
  /// To lock; made if it is not there.
  case lock
}

/// An open file or folder.
public struct OpenFile: Sendable, Hashable {
  /// The number by which the file system knows it.
  public var number: Int32
  /// Where it is, for messages.
  public var path: String

  /// A handle.
  public init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }
}

/// What is known of a file.
public struct FileStatus: Sendable, Hashable {
  /// How many bytes it has.
  public var size: Int
  /// The permissions, such as `0o600`.
  public var mode: UInt32
  /// Whether it belongs to the user of this process.
  public var isOwn: Bool
  /// Whether it is a regular file.
  public var isFile: Bool

  /// What is known.
  public init(size: Int, mode: UInt32, isOwn: Bool, isFile: Bool) {
    self.size = size
    self.mode = mode
    self.isOwn = isOwn
    self.isFile = isFile
  }
}
