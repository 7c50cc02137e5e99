import Foundation

/// A folder with files, which may be in folders of it, for one test.
package struct Folder {
  package let path = FileManager.default.temporaryDirectory.appending(
    path: "colmeia-runner-\(ProcessInfo.processInfo.globallyUniqueString)"
  ).path

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
