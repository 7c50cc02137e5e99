import Foundation

/// Where an app keeps its files: a folder of the user's, or one that goes with the world, which only this user can look into.
struct KeptFolder {
  let path: String
  private let isTemporary: Bool

  /// - Parameter path: the user's folder, which is made for this user only if it is not there; `nil` for one that goes.
  init(_ path: String? = nil) throws {
    isTemporary = path == nil
    self.path = try path ?? WorldFolders.shared.make()
    if isTemporary { return }
    do {
      try FileManager.default.createDirectory(
        atPath: self.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw UsageError("--folder: there can be no folder '\(self.path)'; is something else there?") }
  }

  func remove() { if isTemporary { WorldFolders.remove(path) } }
}
