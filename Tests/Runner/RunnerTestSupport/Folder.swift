import Foundation

/// A folder with files, for one test.
package struct Folder {
  package let path = FileManager.default.temporaryDirectory.appending(
    path: "colmeia-runner-\(ProcessInfo.processInfo.globallyUniqueString)"
  ).path

  package init(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8) }
  }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  package func text(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
}
