import Foundation

/// The folder for an app's files: one that the user has named, or a temporary one that only the current user can access.
package struct KeptFolder {
  package let path: String
  private let isTemporary: Bool

  /// - Parameter path: The user's folder, or `nil` for a temporary folder. If the user's folder doesn't exist, it is
  ///   created so that only the current user can access it.
  package init(_ path: String? = nil) async throws {
    isTemporary = path == nil
    guard let path else {
      self.path = try await WorldFolders.shared.make()
      return
    }
    self.path = path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw UsageError(
        "--folder: the folder '\(path)' cannot be created; is there a file with this name, or no permission?")
    }
  }

  package func remove() async { if isTemporary { await WorldFolders.shared.remove(path) } }
}
