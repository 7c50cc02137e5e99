import ColmeiaStorage

/// The persistent state of a back end: a snapshot, and a file for each object and photo.
///
/// The snapshot `FILE` contains ``BackendData``. Each commit replaces it as a whole, so it has either the state before
/// or the state after the commit. The folder `FILE.blobs` contains the bytes of objects and photos, in files that are
/// named by their digests, written once, and never changed.
///
/// A commit first writes the blobs that are not on the device yet, then the snapshot, and then removes the blobs that
/// the snapshot doesn't name. If a crash leaves such blobs, they are removed at the next start. So a blob is never
/// removed while a snapshot names it. When ``commit(_:)`` returns, the state is on the storage device: it survives the
/// end of the process and a power failure. After an error nothing more is written: the device then contains the state
/// of the failed commit or that of the one before.
///
/// The files are accessible only to the current user. Links are not followed, and a lock keeps other processes from
/// opening the files.
public struct BackendFile: Sendable {
  let files: any FileSystem
  let snapshot: AtomicFile
  /// The open folder of blobs.
  let blobFolder: OpenFile
  /// All open files: the lock and the folders.
  private let opened: [OpenFile]
  /// The names of the files in the folder of blobs.
  private var stored: Set<String>
  private var canWrite = true

  /// Creates a value for a file that is already locked.
  init(
    _ snapshot: AtomicFile, blobFolder: OpenFile, stored: Set<String>, opened: [OpenFile], _ files: any FileSystem
  ) {
    self.snapshot = snapshot
    self.blobFolder = blobFolder
    self.stored = stored
    self.opened = opened
    self.files = files
  }

  /// The name of a blob's file before it is renamed.
  static let temporaryBlob = ".blob.tmp"

  /// Writes a state to the storage device.
  ///
  /// - Throws: ``BackendFileError``. After an error, every later call throws ``BackendFileError/closed(_:)``.
  /// - Complexity: O(size of the state); the bytes of an object or a photo are written only once.
  public mutating func commit(_ state: Backend.State) throws(BackendFileError) {
    guard canWrite else { throw .closed(snapshot.path) }
    // Restored below if writing succeeds.
    canWrite = false
    let blobs = state.blobs
    let bytes: [UInt8]
    do throws(BackendDataError) { bytes = try BackendData.write(state) } catch { throw .data(snapshot.path, error) }
    // A state that is too large to be read again must not replace a readable one.
    let size = max(bytes.count, blobs.reduce(0) { $0 + $1.bytes.count })
    guard size <= BackendData.largest else { throw .tooLarge(snapshot.path, size) }
    do throws(FileError) {
      for blob in blobs where stored.insert(blob.digest).inserted {
        let file = AtomicFile(folder: blobFolder.path, name: blob.digest, files: files)
        try file.write(blob.bytes, through: Self.temporaryBlob)
      }
      try snapshot.write(bytes, through: ".\(snapshot.name).tmp")
    } catch { throw .file(error) }
    try removeBlobs(except: blobs)
    canWrite = true
  }

  /// Removes the blobs that the snapshot on the device doesn't name.
  mutating func removeBlobs(except named: [Blob]) throws(BackendFileError) {
    let unnamed = stored.subtracting(named.map(\.digest))
    do throws(FileError) {
      for name in unnamed { _ = try files.remove(name, in: blobFolder) }
    } catch { throw .file(error) }
    stored.subtract(unnamed)
  }

  /// Unlocks the file. Nothing can be written afterwards.
  public mutating func close() {
    canWrite = false
    Self.close(opened, files)
  }

  /// Unlocks and closes files. An error doesn't affect data that is already on the device.
  static func close(_ opened: [OpenFile], _ files: any FileSystem) {
    for file in opened.reversed() {
      // Unlocks explicitly because a child process may briefly hold a copy of the descriptor.
      do throws(FileError) { try files.unlock(file) } catch {}
      do throws(FileError) { try files.close(file) } catch {}
    }
  }
}
