/// A file of which, whatever happens while it is written, afterwards either the old or the new content is there.
///
/// It is written beside its place, brought to the disk, and put in its place; then the folder is brought to the disk, too.
/// Folders are made with the permissions 0700, files with 0600, and links are not followed. A lock keeps other threads and
/// other processes away meanwhile.
public struct AtomicFile: Sendable {
  /// The folder that it is in.
  public let folder: String
  /// The name of the file in its folder.
  public let name: String
  let files: any FileSystem
  /// Whether the folder must be this user's own, closed to others, and no link.
  private let isPrivate: Bool

  /// A file, which need not exist.
  public init(folder: String, name: String, files: any FileSystem = SystemFileSystem()) {
    self.init(folder: folder, name: name, files: files, isPrivate: false)
  }

  /// A file of a folder in which nobody else may look or change anything.
  init(folder: String, name: String, files: any FileSystem, isPrivate: Bool) {
    self.folder = folder
    self.name = name
    self.files = files
    self.isPrivate = isPrivate
  }

  /// The path of the file.
  public var path: String { "\(folder)/\(name)" }
  private var temporary: String { ".\(name).tmp" }

  /// The content; `nil` when there is no file.
  ///
  /// - Parameter limit: how many bytes it may have.
  /// - Throws: ``FileError``; also when it is not a file of this user's own, which nobody else can read or write.
  public func read(limit: Int) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try locked(makesFolder: false, isReader: true) { folder throws(FileError) in
        try files.readWhole(name, in: folder, limit: limit)
      }
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }

  /// Puts `bytes` in the place of the content.
  ///
  /// - Throws: ``FileError``; then the old content is still there, unless only bringing the folder to the disk has failed.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try locked(makesFolder: true) { folder throws(FileError) in
      try files.replace(name, in: folder, with: [bytes], by: temporary)
    }
  }

  /// Does the same without a lock, of which nothing is left beside the file: for one that others write only by chance.
  ///
  /// - Parameter temporary: a name that no other writer uses.
  package func put(_ bytes: [UInt8], by temporary: String) throws(FileError) {
    let handle = try files.openFolder(folder, makes: false)
    try files.closing(handle) { () throws(FileError) in
      try files.replace(name, in: handle, with: [bytes], by: temporary)
    }
  }

  /// Removes the file; that there is none is fine.
  ///
  /// - Throws: ``FileError``. A file that does not exist is no error.
  public func delete() throws(FileError) {
    do throws(FileError) {
      try locked(makesFolder: false) { folder throws(FileError) in
        _ = try files.remove(temporary, in: folder)
        if try files.remove(name, in: folder) { try files.sync(folder) }
      }
    } catch { if error.reason != .missing { throw error } }
  }

  /// The content as `decode` understands it; `nil` when there is no file. One that it does not understand is kept under
  /// another name, so that somebody can look at it and the next write makes a new one.
  package func read<Value>(
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

  /// What a file was found to hold.
  package enum Content<Value> {
    /// It was understood.
    case whole(Value)
    /// It was not, and was put aside.
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
    _ makes: Bool, _ body: (OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    if isPrivate { return try files.withPrivateFolder(folder, makes: makes, body) }
    let handle = try files.openFolder(folder, makes: makes)
    return try files.closing(handle) { () throws(FileError) in try body(handle) }
  }
}
