/// The files of a cache in the order of their last use. It never exceeds the limit of entries, except for files that a
/// listing of the folder has just found.
struct CacheIndex: Sendable {
  /// A file found by listing the folder.
  struct Found: Sendable {
    var name: String
    var key: String
    var size: Int
    var written: Int
  }

  private var files = RecentlyUsed<String, Void>()
  /// The generation of the folder that this index corresponds to, or `nil` if it is unknown.
  var generation: UInt64?

  /// The total number of bytes in the files.
  var size: Int { files.weight }
  /// The names of the files, least recently used first.
  var names: [String] { files.keys }

  func contains(_ name: String) -> Bool { files.weight(of: name) != nil }

  /// Records that a file of this size was read or written.
  mutating func use(_ name: String, size: Int) { files.insert((), for: name, weight: size) }

  mutating func remove(_ name: String) { files.remove(name) }

  /// Removes all files except these.
  mutating func keep(_ names: Set<String>) {
    for name in files.keys where !names.contains(name) { files.remove(name) }
  }

  /// Adds these files as the most recently used ones, in the order in which they were written.
  mutating func add(_ found: [Found]) {
    for file in found.sorted(by: { ($0.written, $0.name) < ($1.written, $1.name) }) { use(file.name, size: file.size) }
  }

  /// Returns the file to remove next, so that the file `new` can be written within the limits. An existing file with
  /// the name of `new` is kept. Returns `nil` if no file must be removed.
  mutating func next(toGoFor new: (name: String, size: Int)?, _ limits: DiskCache.Limits) -> String? {
    let old = new.flatMap { files.weight(of: $0.name) }
    let size = files.weight - (old ?? 0) + (new?.size ?? 0)
    let count = files.count + (new != nil && old == nil ? 1 : 0)
    guard size > limits.bytes || count > limits.entries else { return nil }
    if let new { _ = files.use(new.name) }
    return files.oldestKey == new?.name ? nil : files.oldestKey
  }
}
