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

  private var files = RecentlyUsed<String, KeyGroup>()
  private var groups: [KeyGroup: Set<String>] = [:]
  /// The generation of the folder that this index corresponds to, or `nil` if it is unknown.
  var generation: UInt64?

  /// The total number of bytes in the files.
  var size: Int { files.weight }
  /// The names of the files, least recently used first.
  var names: [String] { files.keys }

  /// Returns the number of bytes in a file, or `nil` if it is unknown.
  func weight(of name: String) -> Int? { files.weight(of: name) }

  /// Returns the names of the files of a group, sorted.
  func names(of group: KeyGroup) -> [String] { groups[group, default: []].sorted() }

  /// Records that the file of a key, with this size, was read or written.
  mutating func use(_ name: String, key: String, size: Int) {
    let group = KeyGroup(ofKey: key)
    files.insert(group, for: name, weight: size)
    groups[group, default: []].insert(name)
  }

  mutating func remove(_ name: String) {
    guard let group = files.remove(name) else { return }
    groups[group]?.remove(name)
    if groups[group]?.isEmpty == true { groups[group] = nil }
  }

  /// Removes a file that a reader has not found. It may have been written since by another task, so if it was known,
  /// the folder is listed again before the next change.
  mutating func lose(_ name: String) {
    guard weight(of: name) != nil else { return }
    remove(name)
    generation = nil
  }

  /// Removes all files except these.
  mutating func keep(_ names: Set<String>) {
    for name in files.keys where !names.contains(name) { remove(name) }
  }

  /// Adds these files as the most recently used ones, in the order in which they were written.
  mutating func add(_ found: [Found]) {
    for file in found.sorted(by: { ($0.written, $0.name) < ($1.written, $1.name) }) {
      use(file.name, key: file.key, size: file.size)
    }
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
