/// Which files a cache has, in the order of their last use. A pure value; never larger than the limit of entries, but for
/// what one look at the folder has found.
struct CacheIndex: Sendable {
  /// A file that a look at the folder has found.
  struct Found: Sendable {
    var name: String
    var key: String
    var size: Int
    var written: Int
  }

  private var files = RecentlyUsed<String, Void>()

  /// How many bytes the files have.
  var size: Int { files.weight }
  /// The names, the one used least recently first.
  var names: [String] { files.keys }

  func contains(_ name: String) -> Bool { files.weight(of: name) != nil }

  /// A file was read or written, and has this size.
  mutating func use(_ name: String, size: Int) { files.insert((), for: name, weight: size) }

  mutating func remove(_ name: String) { files.remove(name) }

  /// Forgets all files but these.
  mutating func keep(_ names: Set<String>) {
    for name in files.keys where !names.contains(name) { files.remove(name) }
  }

  /// Adds these files as the last used, in the order in which they were written.
  mutating func add(_ found: [Found]) {
    for file in found.sorted(by: { ($0.written, $0.name) < ($1.written, $1.name) }) { use(file.name, size: file.size) }
  }

  /// What must go before the file `new` may come, which is kept if it is there already; `nil` when nothing must.
  mutating func next(toGoFor new: (name: String, size: Int)?, _ limits: DiskCache.Limits) -> String? {
    let old = new.flatMap { files.weight(of: $0.name) }
    let size = files.weight - (old ?? 0) + (new?.size ?? 0)
    let count = files.count + (new != nil && old == nil ? 1 : 0)
    guard size > limits.bytes || count > limits.entries else { return nil }
    if let new { _ = files.use(new.name) }
    return files.oldestKey == new?.name ? nil : files.oldestKey
  }
}
