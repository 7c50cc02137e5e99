import Foundation

/// The path of a file, as a person types it.
enum FilePath {
  /// The maximum number of names that are shown.
  private static let limit = 20

  /// Returns the path with what all files that it can mean have in common, and the names of those files.
  static func completed(_ typed: String) -> (path: String, names: [String]) {
    let path = typed == "~" || typed.hasPrefix("~/") ? NSHomeDirectory() + typed.dropFirst() : typed
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let (folder, beginning) = (String(path[..<start]), String(path[start...]))
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    // A hidden file is meant only if its dot is typed.
    let names = all.filter { $0.hasPrefix(beginning) && (!$0.hasPrefix(".") || !beginning.isEmpty) }.sorted()
      .map { isFolder(folder + $0) ? $0 + "/" : $0 }
    guard let first = names.first else { return (path, []) }
    let common = names.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    // Composed and decomposed letters are equal, so the common part may be a different one.
    return (common.hasPrefix(beginning) ? folder + common : path, Array(names.prefix(limit)))
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
