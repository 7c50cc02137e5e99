import Foundation

/// A unique folder for one test.
package struct TemporaryFolder {
  package let path = FileManager.default.temporaryDirectory.appending(
    path: "colmeia-storage-\(ProcessInfo.processInfo.globallyUniqueString)"
  ).path

  package init() {}

  package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
