extension DiskCache {
  /// Removes what has a key with this prefix. The keys stand in the files only; what is damaged might have any.
  func removeNow(keysWith prefix: String) throws(DiskCacheError) {
    do throws(FileError) {
      try inFolder(makes: false) { folder throws(FileError) in
        try files.locked(Self.lock, in: folder) { () throws(FileError) in
          for name in try files.names(in: folder).filter(CacheFrame.isName).sorted() {
            if let found = try inspect(name, folder), !found.key.utf8.starts(with: prefix.utf8) { continue }
            try drop(name, folder)
          }
          try files.sync(folder)
        }
      }
    } catch { if error.reason != .missing { throw .file(error) } }
  }

  func latestNow(_ limit: Int) -> [(key: String, entry: CacheEntry)] {
    var (found, size): ([(key: String, entry: CacheEntry)], Int) = ([], 0)
    do throws(FileError) {
      try inFolder(makes: false) { folder throws(FileError) in
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

  /// An entry by the name of its file; a wrong one is left to the call that asks for its key.
  private func whole(_ name: String, _ folder: OpenFile) -> (key: String, entry: CacheEntry)? {
    do throws(FileError) {
      let bytes = try files.readWhole(name, in: folder, limit: limits.bytes)
      guard let head = CacheFrame.head(in: bytes), CacheFrame.name(of: head.key) == name,
        let entry = CacheFrame.entry(in: bytes, key: head.key), entry.isYoung(limits.age, now: now())
      else { return nil }
      return (head.key, entry)
    } catch { return nil }
  }
}
