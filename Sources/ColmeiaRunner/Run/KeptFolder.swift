import Foundation

/// The folder for an app's files: one that the user has named, or a temporary one that only the current user can access.
struct KeptFolder {
  let path: String
  private let isTemporary: Bool

  /// - Parameter path: The user's folder, or `nil` for a temporary folder. If the user's folder doesn't exist, it is
  ///   created so that only the current user can access it.
  init(_ path: String? = nil) throws {
    isTemporary = path == nil
    self.path = try path ?? WorldFolders.shared.make()
    if isTemporary { return }
    do {
      try FileManager.default.createDirectory(
        atPath: self.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw UsageError("--folder: the folder '\(self.path)' cannot be created; is there a file with this name?")
    }
  }

  func remove() { if isTemporary { WorldFolders.remove(path) } }
}
