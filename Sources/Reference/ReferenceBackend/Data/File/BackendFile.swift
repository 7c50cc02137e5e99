import ColmeiaStorage

/// The persistent state of a back end: a snapshot and a journal of later changes.
///
/// The snapshot `FILE` contains ``BackendData``, and `FILE.journal` is a ``BackendJournal``. When ``keep(_:of:)``
/// returns, its changes are on the storage device: they survive the end of the process and a power failure.
///
/// Each snapshot has a generation number, and each journal contains the generation of the snapshot that it continues. A
/// crash can happen at any point while a new snapshot replaces both files. The next start can still tell which files
/// belong together, because the new snapshot is put in place first and a journal of an older generation is ignored.
///
/// The files are accessible only to the current user. Links are not followed, and a lock keeps other processes from
/// opening the files. After an error nothing more is written: the device then contains all changes that were kept, and
/// the last group of changes either completely or not at all.
public struct BackendFile: Sendable {
  /// The default maximum size of a journal in bytes. A journal that would exceed both this size and the snapshot's size
  /// is replaced by a new snapshot and an empty journal.
  public static let journalLimit = 16 << 20

  let files: any FileSystem
  let name: String
  let folder: OpenFile
  private let lock: OpenFile
  private let limit: Int
  /// The open journal, or `nil` after an error and at the end.
  private var journal: OpenFile?
  private var checksum: UInt32 = 0
  /// The sizes of the files and the journal's header in bytes.
  private var (journalSize, headerSize, snapshotSize) = (0, 0, 0)
  private var generation: Int

  /// Creates a value for a file that is already locked.
  init(
    _ files: any FileSystem, _ folder: OpenFile, _ name: String, _ lock: OpenFile, generation: Int, size: Int,
    limit: Int
  ) {
    self.files = files
    self.folder = folder
    self.name = name
    self.lock = lock
    self.generation = generation
    self.limit = limit
    snapshotSize = size
  }

  /// The path of the snapshot.
  public var path: String { "\(folder.path)/\(name)" }
  var journalName: String { Self.journalName(of: name) }
  static func journalName(of name: String) -> String { name + ".journal" }
  /// Returns the name under which a file is written before it is renamed to `name`.
  private func temporary(_ name: String) -> String { ".\(name).tmp" }

  /// Writes changes to the storage device, either all of them or none. If the journal is full, it writes the complete
  /// state as a new snapshot.
  ///
  /// - Parameters:
  ///   - changes: The changes since the last call.
  ///   - state: The state that includes these changes.
  /// - Throws: ``BackendFileError``. After an error, every later call throws ``BackendFileError/closed(_:)``.
  /// - Complexity: O(changes), or O(size of the state) if the journal is full.
  public mutating func keep(
    _ changes: [BackendChange], of state: @autoclosure () -> Backend.State
  ) throws(BackendFileError) {
    if changes.isEmpty { return }
    guard let journal else { throw .closed(path) }
    // Restored below if writing succeeds.
    self.journal = nil
    let line: [UInt8]
    do throws(BackendDataError) { line = try BackendJournal.record(changes, &checksum) } catch {
      close(journal)
      throw .data(path, error)
    }
    if journalSize + line.count > max(limit, snapshotSize) {
      self.journal = journal
      return try renew(with: state())
    }
    do throws(FileError) {
      try files.writeWhole(line, to: journal)
      try files.sync(journal)
    } catch {
      close(journal)
      throw .file(error)
    }
    journalSize += line.count
    self.journal = journal
  }

  /// Replaces the snapshot and journal with a new snapshot if anything has changed, and closes the file.
  ///
  /// - Complexity: O(size of the state).
  /// - Throws: ``BackendFileError`` if the snapshot can't be written. The old files are then still there.
  public mutating func end(with state: Backend.State) throws(BackendFileError) {
    defer { release() }
    guard journal != nil else { return }
    if journalSize > headerSize { try writeSnapshot(of: state) }
    do throws(FileError) {
      if try files.remove(journalName, in: folder) { try files.sync(folder) }
    } catch { throw .file(error) }
  }

  /// Closes and unlocks the file without writing.
  mutating func release() {
    if let journal { close(journal) }
    journal = nil
    // Unlocks explicitly because a child process may briefly hold a copy of the descriptor.
    do throws(FileError) { try files.unlock(lock) } catch {}
    close(lock)
    close(folder)
  }

  /// Closes a file and ignores errors, which don't affect data that is already on the device.
  private func close(_ handle: OpenFile) { do throws(FileError) { try files.close(handle) } catch {} }

  private func written(_ body: () throws(BackendDataError) -> [UInt8]) throws(BackendFileError) -> [UInt8] {
    do throws(BackendDataError) { return try body() } catch { throw .data(path, error) }
  }
}

extension BackendFile {
  /// Replaces the files with a snapshot of the state and an empty journal.
  mutating func renew(with state: Backend.State) throws(BackendFileError) {
    if let journal { close(journal) }
    journal = nil
    try writeSnapshot(of: state)
    try beginJournal()
  }

  private mutating func writeSnapshot(of state: Backend.State) throws(BackendFileError) {
    let bytes = try written { () throws(BackendDataError) in
      try BackendData.write(state, generation: generation + 1)
    }
    // A snapshot that is too large to be read again must not replace a readable one.
    guard bytes.count <= BackendData.largest else { throw .tooLarge(path, bytes.count) }
    do throws(FileError) {
      try files.replace(name, in: folder, with: [bytes], by: temporary(name))
    } catch { throw .file(error) }
    generation += 1
    snapshotSize = bytes.count
  }

  /// Begins an empty journal that continues the snapshot, and replaces any existing one. The journal gets its name only
  /// after its header is on the device.
  mutating func beginJournal() throws(BackendFileError) {
    var checksum: UInt32 = 0
    let header = try written { () throws(BackendDataError) in
      try BackendJournal.header(generation: generation, &checksum)
    }
    do throws(FileError) {
      let temporary = temporary(journalName)
      _ = try files.remove(temporary, in: folder)
      let file = try files.open(temporary, in: folder, .create)
      do throws(FileError) {
        try files.writeWhole(header, to: file)
        try files.sync(file)
        try files.rename(temporary, to: journalName, in: folder)
        try files.sync(folder)
      } catch {
        close(file)
        throw error
      }
      journal = OpenFile(number: file.number, path: "\(folder.path)/\(journalName)")
    } catch { throw .file(error) }
    self.checksum = checksum
    (journalSize, headerSize) = (header.count, header.count)
  }
}
