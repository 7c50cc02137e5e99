import ColmeiaBase
import ColmeiaStorage
import Foundation

/// The temporary folders of this process's worlds, in one parent folder that is removed when the process ends. If a
/// process is killed, a later process removes its folder: a file lock, which the system releases when a process ends,
/// tells whether the owner is still alive.
package final class WorldFolders: Sendable {
  package static let shared = WorldFolders(in: FileManager.default.temporaryDirectory.path)

  private struct Content {
    var path: String?
    var lock: Int32 = -1
    var count = 0
  }

  private static let prefix = "colmeia-worlds-"
  /// The minimum age in seconds of a folder that is removed as a leftover. A folder exists for a moment before it is
  /// locked.
  private static let age = 60

  private let parent: String
  /// The file system whose threads the blocking calls are made on.
  private let files: any FileSystem
  private let content = Guarded(Content())

  init(in parent: String, files: any FileSystem = SystemFileSystem()) {
    self.parent = parent
    self.files = files
  }

  /// Creates a folder.
  func make() async throws(WorldFolderError) -> String {
    let made = await files.blocking {
      content.withLock { content -> Result<String, WorldFolderError> in
        if content.path == nil, let error = begin(&content) { return .failure(error) }
        content.count += 1
        let path = "\(content.path ?? parent)/\(content.count)"
        return mkdir(path, 0o700) == 0 ? .success(path) : .failure(failure())
      }
    }
    return try made.get()
  }

  /// Checks whether folders can be created, before anything runs.
  package func check() async throws(WorldFolderError) { await remove(try await make()) }

  /// Removes all folders at the end of the process.
  package func removeAll() {
    guard let path = content.withLock({ $0.path }) else { return }
    // Other threads may still be writing or removing files, so this retries for up to a tenth of a second.
    for _ in 0..<100 {
      Self.remove(path)
      if access(path, F_OK) != 0 { return }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  /// Removes a folder. If that fails, it is left to the next process or to the system's cleanup of temporary files.
  func remove(_ path: String) async { await files.blocking { Self.remove(path) } }

  private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  private func failure() -> WorldFolderError {
    WorldFolderError(parent: parent, reason: String(cString: strerror(errno)))
  }

  private func begin(_ content: inout Content) -> WorldFolderError? {
    var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return failure() }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    content.path = path
    content.lock = Self.lock(path)
    removeLeftovers(but: path)
    if self === Self.shared { atexit { WorldFolders.shared.removeAll() } }
    return nil
  }

  /// Locks a folder for the lifetime of this process. Returns a negative number if another process has locked it.
  private static func lock(_ path: String) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // Selects the function `flock` rather than the structure.
    let lock: (Int32, Int32) -> Int32 = flock
    guard descriptor >= 0, lock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return descriptor }
    close(descriptor)
    return -1
  }

  private func removeLeftovers(but own: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(Self.prefix) {
      let path = "\(parent)/\(name)"
      var status = stat()
      guard path != own, lstat(path, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFDIR,
        time(nil) - Int(status.st_mtim.tv_sec) > Self.age
      else { continue }
      let lock = Self.lock(path)
      guard lock >= 0 else { continue }
      Self.remove(path)
      close(lock)
    }
  }
}

/// The error if no folder can be created for a world.
package struct WorldFolderError: Error, CustomStringConvertible {
  var parent: String
  var reason: String
  package var description: String {
    "no folder can be created in \(parent): \(reason); set TMPDIR to another folder"
  }
}
