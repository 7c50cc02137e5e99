import Foundation

/// A folder of its own for one test.
package struct TemporaryFolder {
  package let path = FileManager.default.temporaryDirectory.appending(
    path: "colmeia-storage-\(ProcessInfo.processInfo.globallyUniqueString)"
  ).path

  package init() {}

  package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
