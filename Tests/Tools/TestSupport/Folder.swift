import Foundation

/// A unique folder for one test.
package struct Folder {
  package let path = FileManager.default.temporaryDirectory.appending(
    path: "colmeia-test-\(ProcessInfo.processInfo.globallyUniqueString)"
  ).path

  /// Chooses a path, but doesn't create the folder.
  package init() {}

  /// Creates the folder with files, which may be in folders of it.
  package init(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      let file = URL(filePath: "\(path)/\(name)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  package func text(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
}
