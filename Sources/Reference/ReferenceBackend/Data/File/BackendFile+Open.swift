import ColmeiaStorage

extension BackendFile {
  /// An open file and its content.
  public struct Opened: Sendable {
    /// The open file.
    public var file: BackendFile
    /// The state in the file.
    public var state: Backend.State
    /// Notes for the operator.
    public var notes: [BackendFileNote]
  }

  /// Opens the file, or creates it with an initial state.
  ///
  /// A journal with changes is merged into a new snapshot, so that the next start has less to read. A file without a
  /// journal from an older build also becomes a new snapshot, which older builds can't read.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder. It is created if it doesn't exist.
  ///   - name: The name of the snapshot file.
  ///   - files: The file system that contains the folder.
  ///   - limit: The maximum size of the journal in bytes; see ``journalLimit``.
  ///   - initial: A closure that returns the state for a new file.
  /// - Throws: ``BackendFileError`` if the files are in use or damaged, or can't be read or written.
  /// - Complexity: O(size of the state and the journal).
  public static func open(
    folder: String, name: String, files: any FileSystem = SystemFileSystem(), limit: Int = journalLimit,
    initial: () -> Backend.State
  ) throws(BackendFileError) -> Opened {
    let (folder, lock) = try take(folder, name, files)
    do throws(BackendFileError) {
      let content = try read(name, in: folder, files, limit, initial)
      var file = BackendFile(
        files, folder, name, lock, generation: content.generation, size: content.size, limit: limit)
      if content.isKept { try file.beginJournal() } else { try file.renew(with: content.state) }
      return Opened(file: file, state: content.state, notes: content.notes)
    } catch {
      do throws(FileError) { try files.unlock(lock) } catch {}
      for handle in [lock, folder] { do throws(FileError) { try files.close(handle) } catch {} }
      throw error
    }
  }

  /// Opens the folder and locks the file against other processes.
  private static func take(
    _ path: String, _ name: String, _ files: any FileSystem
  ) throws(BackendFileError) -> (folder: OpenFile, lock: OpenFile) {
    do throws(FileError) {
      let folder = try files.openFolder(path, creates: true)
      var opened = [folder]
      do throws(FileError) {
        let lock = try files.open(".\(name).lock", in: folder, .lock)
        opened.append(lock)
        if try files.tryLock(lock) { return (folder, lock) }
      } catch {
        for handle in opened.reversed() { do throws(FileError) { try files.close(handle) } catch {} }
        throw error
      }
      for handle in opened.reversed() { try files.close(handle) }
    } catch { throw .file(error) }
    throw .inUse("\(path)/\(name)")
  }

  private struct Content {
    var state: Backend.State
    var generation = 0
    /// The size of the snapshot in bytes.
    var size = 0
    /// Whether the snapshot alone contains the complete state.
    var isKept = false
    var notes: [BackendFileNote] = []
  }

  private static func read(
    _ name: String, in folder: OpenFile, _ files: any FileSystem, _ limit: Int, _ initial: () -> Backend.State
  ) throws(BackendFileError) -> Content {
    let path = "\(folder.path)/\(name)"
    let journalName = journalName(of: name)
    let snapshot = try bytes(name, in: folder, files, BackendData.largest)
    let journal = try bytes(journalName, in: folder, files, max(limit, BackendData.largest))
    guard let snapshot else {
      if journal != nil { throw .orphan("\(folder.path)/\(journalName)") }
      return Content(state: initial())
    }
    var content: Content
    do throws(BackendDataError) {
      let (state, generation) = try BackendData.readWithGeneration(snapshot)
      content = Content(state: state, generation: generation, size: snapshot.count, isKept: generation > 0)
    } catch { throw .data(path, error) }
    if let journal { try replay(journal, "\(folder.path)/\(journalName)", &content) }
    return content
  }

  private static func replay(
    _ journal: [UInt8], _ path: String, _ content: inout Content
  ) throws(BackendFileError) {
    let replay: BackendJournal.Replay
    do throws(BackendJournalError) {
      replay = try BackendJournal.replay(journal, onto: content.state, generation: content.generation)
    } catch { throw .journal(path, error) }
    if replay.records == nil { content.notes.append(.leftOver(path)) }
    if let torn = replay.torn { content.notes.append(.torn(path, torn)) }
    if replay.torn != nil || replay.records ?? 0 > 0 { content.isKept = false }
    content.state = replay.state
  }

  private static func bytes(
    _ name: String, in folder: OpenFile, _ files: any FileSystem, _ limit: Int
  ) throws(BackendFileError) -> [UInt8]? {
    do throws(FileError) {
      return try files.readWhole(name, in: folder, limit: limit)
    } catch {
      if error.operation == .open, error.reason == .missing { return nil }
      throw .file(error)
    }
  }
}
