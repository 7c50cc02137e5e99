extension DiskCache {
  /// Removes the entries whose keys start with `prefix`, and damaged files. Keys are stored only in the files, and a
  /// damaged file might have any key.
  func removeNow(prefix: String) throws(DiskCacheError) {
    try removeNow { name, folder throws(FileError) in
      guard CacheFrame.isName(name) else { return false }
      return try inspect(name, folder).map { $0.key.utf8.starts(with: prefix.utf8) } ?? true
    }
  }

  func removeNow(_ group: KeyGroup) throws(DiskCacheError) {
    try remove { folder throws(FileError) in
      try refresh(folder)
      return index.withLock { $0?.names(of: group) ?? [] }
    }
  }

  func latestNow(_ limit: Int) -> [(key: String, entry: CacheEntry)] {
    var (found, size): ([(key: String, entry: CacheEntry)], Int) = ([], 0)
    do throws(FileError) {
      try inFolder(creates: false) { folder throws(FileError) in
        listOnce(folder)
        for name in index.withLock({ $0?.names ?? [] }).reversed() {
          guard let next = whole(name, folder) else { continue }
          size += next.entry.bytes.count
          if size > limit { return }
          found.append(next)
        }
      }
    } catch { return found }
    return found
  }

  /// Reads an entry by the name of its file. An invalid file is left in place, and is handled when its key is
  /// requested.
  private func whole(_ name: String, _ folder: OpenFile) -> (key: String, entry: CacheEntry)? {
    do throws(FileError) {
      let bytes = try files.readWhole(name, in: folder, limit: limits.bytes)
      guard let head = CacheFrame.head(in: bytes), CacheFrame.name(of: head.key) == name,
        let entry = CacheFrame.entry(in: bytes, key: head.key), entry.isFresh(limits.age, now: now())
      else { return nil }
      return (head.key, entry)
    } catch { return nil }
  }
}
