import Foundation
import Synchronization
import TestSupport

@testable import ColmeiaStorage

/// A folder for caches, a clock that the test sets, and the contents of the folder.
final class CacheBench: Sendable {
  private let folder = Folder()
  let time = Atomic<Int>(1_000)
  var path: String { folder.path + "/cache" }

  deinit { folder.remove() }

  func cache(
    _ limits: DiskCache.Limits = DiskCache.Limits(), _ files: any FileSystem = SystemFileSystem()
  ) -> DiskCache {
    DiskCache(folder: path, limits: limits, files: files) { [self] in time.load(ordering: .relaxed) }
  }

  func set(_ now: Int) { time.store(now, ordering: .relaxed) }

  func entry(_ text: String, _ validator: String? = nil) -> CacheEntry {
    CacheEntry(Array(text.utf8), written: time.load(ordering: .relaxed), validator: validator)
  }

  func file(_ key: String) -> String { "\(path)/\(CacheFrame.name(of: key))" }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// The total size of all entries, according to the file system.
  var size: Int {
    names.filter(CacheFrame.isName).reduce(0) { size, name in
      size + ((try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.size] as? Int) ?? 0)
    }
  }
}
