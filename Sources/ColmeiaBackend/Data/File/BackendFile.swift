import ColmeiaStorage

/// The state of a back end on the disk: a snapshot, and behind it a journal of what has changed since.
///
/// The snapshot `FILE` is what ``BackendData`` writes; `FILE.journal` is a ``BackendJournal``. What ``keep(_:of:)`` was
/// given is on the device when it returns: a process that is killed, or a machine that loses power, loses nothing of it.
///
/// A snapshot has a number, its generation, and a journal that of the snapshot that it goes on from. So wherever a crash
/// leaves the two while a new snapshot takes the place of both, the next start knows what belongs together: the new
/// snapshot is put in its place first, and a journal of an older generation is left over.
///
/// The files are for this user only, no links are followed, and nobody else can open them meanwhile. After an error nothing
/// more is written: what is on the device is what was kept, and what was being kept, whole or not at all.
public struct BackendFile: Sendable {
  /// In bytes. A journal that would become longer than this and than the snapshot is begun anew with a new snapshot.
  public static let journalLimit = 16 << 20

  let files: any FileSystem
  let name: String
  let folder: OpenFile
  private let lock: OpenFile
  private let limit: Int
  /// `nil` after an error, and at the end.
  private var journal: OpenFile?
  private var checksum: UInt32 = 0
  /// In bytes.
  private var (journalSize, headerSize, snapshotSize) = (0, 0, 0)
  private var generation: Int

  /// A file that nobody else has open.
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

  /// Where the snapshot is.
  public var path: String { "\(folder.path)/\(name)" }
  var journalName: String { Self.journalName(of: name) }
  static func journalName(of name: String) -> String { name + ".journal" }
  /// A file that is being written, and not yet in its place.
  private func temporary(_ name: String) -> String { ".\(name).tmp" }

  /// Brings changes to the device, all of them or none; or the whole state, when the journal is full.
  ///
  /// - Parameter state: the state with these changes.
  /// - Complexity: O(changes); O(everything) when the journal is full.
  public mutating func keep(
    _ changes: [BackendChange], of state: @autoclosure () -> Backend.State
  ) throws(BackendFileError) {
    if changes.isEmpty { return }
    guard let journal else { throw .closed(path) }
    // Set again when all has gone well.
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

  /// Puts a new snapshot in the place of the old one and its journal, unless nothing has changed; and lets the file go.
  ///
  /// - Complexity: O(everything).
  public mutating func end(with state: Backend.State) throws(BackendFileError) {
    defer { release() }
    guard journal != nil else { return }
    if journalSize > headerSize { try writeSnapshot(of: state) }
    do throws(FileError) {
      if try files.remove(journalName, in: folder) { try files.sync(folder) }
    } catch { throw .file(error) }
  }

  /// Lets the file go as it is.
  mutating func release() {
    if let journal { close(journal) }
    journal = nil
    // A child of this process may hold a copy of the descriptor for a moment.
    do throws(FileError) { try files.unlock(lock) } catch {}
    close(lock)
    close(folder)
  }

  /// What is on the device already is no worse for a close that fails.
  private func close(_ handle: OpenFile) { do throws(FileError) { try files.close(handle) } catch {} }

  private func written(_ body: () throws(BackendDataError) -> [UInt8]) throws(BackendFileError) -> [UInt8] {
    do throws(BackendDataError) { return try body() } catch { throw .data(path, error) }
  }
}

extension BackendFile {
  /// Puts a snapshot of the state in the place of what there is, and begins a journal behind it.
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
    // What could not be read again must not take the place of what can.
    guard bytes.count <= BackendData.largest else { throw .tooLarge(path, bytes.count) }
    do throws(FileError) {
      try files.replace(name, in: folder, with: [bytes], by: temporary(name))
    } catch { throw .file(error) }
    generation += 1
    snapshotSize = bytes.count
  }

  /// Begins a journal behind the snapshot, in the place of one that is there. It has its name only when its header is on the
  /// device.
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
