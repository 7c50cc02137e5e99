import ColmeiaStorage

extension BackendFile {
  /// Opens the file, or creates it with an initial state.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder. It is created if it doesn't exist.
  ///   - name: The name of the snapshot file.
  ///   - files: The file system that contains the folder.
  ///   - initial: A closure that returns the state for a new file.
  /// - Returns: The open file and the state in it.
  /// - Throws: ``BackendFileError`` if the files are in use, damaged or of an older build, or can't be read or written.
  /// - Complexity: O(size of the state).
  public static func open(
    folder: String, name: String, files: any FileSystem = SystemFileSystem(), initial: () -> Backend.State
  ) throws(BackendFileError) -> (file: BackendFile, state: Backend.State) {
    let snapshot = AtomicFile(folder: folder, name: name, files: files)
    var opened: [OpenFile] = []
    do throws(BackendFileError) {
      let found = try find(snapshot, &opened, files)
      if found.hasJournal { throw .journal(snapshot.path + ".journal") }
      var file = BackendFile(snapshot, blobFolder: found.blobFolder, stored: found.blobs, opened: opened, files)
      if let bytes = found.snapshot {
        let state = try file.read(bytes)
        // A crash may have left blobs that no snapshot names: not yet, or not any more.
        try file.removeBlobs(except: state.blobs)
        return (file, state)
      }
      if !found.blobs.isEmpty { throw .noSnapshot(snapshot.path) }
      let state = initial()
      try file.commit(state)
      return (file, state)
    } catch {
      close(opened, files)
      throw error
    }
  }

  private struct Found {
    /// The content of the snapshot, or `nil` if there is none.
    var snapshot: [UInt8]?
    /// Whether there is a journal, which builds that wrote version 1 of the data had.
    var hasJournal: Bool
    var blobFolder: OpenFile
    /// The names of the files in the folder of blobs.
    var blobs: Set<String>
  }

  /// Locks the file against other processes, and finds what is there.
  private static func find(
    _ snapshot: AtomicFile, _ opened: inout [OpenFile], _ files: any FileSystem
  ) throws(BackendFileError) -> Found {
    do throws(FileError) {
      let folder = try files.openFolder(snapshot.folder, creates: true)
      opened.append(folder)
      let lock = try files.open(".\(snapshot.name).lock", in: folder, .lock)
      opened.append(lock)
      if try files.tryLock(lock) {
        let blobFolder = try files.openFolder("\(snapshot.path).blobs", creates: true)
        opened.append(blobFolder)
        let names = try files.names(in: folder)
        let isThere = names.contains(snapshot.name)
        return Found(
          snapshot: isThere ? try files.readWhole(snapshot.name, in: folder, limit: BackendData.largest) : nil,
          hasJournal: names.contains("\(snapshot.name).journal"), blobFolder: blobFolder,
          blobs: Set(try files.names(in: blobFolder).filter { Blob.isDigest($0) || $0 == temporaryBlob }))
      }
    } catch { throw .file(error) }
    throw .inUse(snapshot.path)
  }

  /// Returns the state in a snapshot, with the blobs that it names.
  private func read(_ bytes: [UInt8]) throws(BackendFileError) -> Backend.State {
    var room = BackendData.largest
    do throws(BackendDataError) {
      return try BackendData.read(bytes) { digest throws(BackendDataError) in
        do throws(FileError) {
          let blob = try files.readWhole(digest, in: blobFolder, limit: room)
          room -= blob.count
          return blob
        } catch { throw .blob(error) }
      }
    } catch {
      if case .changedBlob(let digest) = error { throw .data("\(blobFolder.path)/\(digest)", error) }
      throw .data(snapshot.path, error)
    }
  }
}
