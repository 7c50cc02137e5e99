import Foundation

/// Where an app keeps its files: a folder of the user's, or one that goes with the world.
struct KeptFolder {
  let path: String
  private let temporary: WorldFolder?

  /// - Parameter path: the user's folder, which is made for this user only if it is not there.
  init(_ path: String?) throws {
    guard let path else {
      let folder = try WorldFolder()
      (temporary, self.path) = (folder, folder.path)
      return
    }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw UsageError("--folder: there can be no folder '\(path)'; is something else there?") }
    (temporary, self.path) = (nil, path)
  }

  func remove() { temporary?.remove() }
}
