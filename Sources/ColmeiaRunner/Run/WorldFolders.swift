import Colmeia
import ColmeiaSync
import Foundation

/// The folders of this process's worlds, all in one, which goes when the process ends. What a process has left behind that
/// was killed is removed by the next one: a lock that only the system gives back tells that nobody is there any more.
final class WorldFolders: Sendable {
  static let shared = WorldFolders(in: FileManager.default.temporaryDirectory.path)

  private struct Content {
    var path: String?
    var lock: Int32 = -1
    var count = 0
  }

  private static let prefix = "colmeia-worlds-"
  /// How old a folder must be that is taken for left behind: it is made before it is locked.
  private static let age = 60

  private let place: String
  private let content = Guarded(Content())

  init(in place: String) { self.place = place }

  /// A new folder.
  func make() throws(WorldFolderError) -> String {
    let made = content.withLock { content -> Result<String, WorldFolderError> in
      if content.path == nil, let error = begin(&content) { return .failure(error) }
      content.count += 1
      let path = "\(content.path ?? place)/\(content.count)"
      return mkdir(path, 0o700) == 0 ? .success(path) : .failure(failure())
    }
    return try made.get()
  }

  /// Whether there can be folders, told before anything runs.
  func check() throws(WorldFolderError) { Self.remove(try make()) }

  /// Removes everything, at the end of the process.
  func removeAll() {
    guard let path = content.withLock({ $0.path }) else { return }
    // Others may still write there, or remove the same; for a tenth of a second at most.
    for _ in 0..<100 {
      Self.remove(path)
      if access(path, F_OK) != 0 { return }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  /// Whatever cannot be removed is left to the next process, or to the system, which cleans its temporary folder.
  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  private func failure() -> WorldFolderError {
    WorldFolderError(place: place, reason: String(cString: strerror(errno)))
  }

  private func begin(_ content: inout Content) -> WorldFolderError? {
    var template = Array("\(place)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return failure() }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    content.path = path
    content.lock = Self.lock(path)
    removeLeftovers(but: path)
    if self === Self.shared { atexit { WorldFolders.shared.removeAll() } }
    return nil
  }

  /// Locks a folder as long as this process lives; negative when another one has done so.
  private static func lock(_ path: String) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // The function, not the structure of the same name.
    let lock: (Int32, Int32) -> Int32 = flock
    guard descriptor >= 0, lock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return descriptor }
    close(descriptor)
    return -1
  }

  private func removeLeftovers(but own: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    for name in names where name.hasPrefix(Self.prefix) {
      let path = "\(place)/\(name)"
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

/// There can be no folder for a world.
struct WorldFolderError: Error, CustomStringConvertible {
  var place: String
  var reason: String
  var description: String {
    "no folder could be made in \(place): \(reason); TMPDIR says where temporary folders are"
  }
}
