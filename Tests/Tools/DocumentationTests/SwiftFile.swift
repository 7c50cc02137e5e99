import Foundation

/// A Swift source file.
struct SwiftFile {
  var path: String
  /// The lines that are neither empty nor comments.
  var lines: [Substring]

  init(path: String, source: String) {
    self.path = path
    lines = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
  }

  /// Returns the files in folders of this project.
  static func files(in folders: [String]) throws -> [SwiftFile] {
    try folders.flatMap { folder in
      let top = PageTests.top.appending(path: folder)
      let files = FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
      return try (files ?? []).filter { $0.pathExtension == "swift" }
        .map { SwiftFile(path: $0.path, source: try String(contentsOf: $0, encoding: .utf8)) }
    }
  }
}
