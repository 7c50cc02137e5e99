extension DiskCache {
  func writeNow(_ entry: CacheEntry, _ key: String) throws(DiskCacheError) {
    let head = try CacheFrame.head(of: entry, key: key)
    let size = head.count + entry.bytes.count
    if size > limits.bytes || limits.entries < 1 { throw .tooLarge(limit: limits.bytes) }
    let name = CacheFrame.name(of: key)
    do throws(FileError) {
      try inFolder(creates: true) { folder throws(FileError) in
        try files.locked(Self.lock, in: folder) { () throws(FileError) in
          try refresh(folder)
          // Remove entries first, so that the limit is never exceeded, and a full device has space for the new one.
          try makeRoom(for: (name, size), folder)
          try put([head, entry.bytes], name, folder)
          index.withLock { $0?.use(name, size: size) }
        }
      }
    } catch { throw .file(error) }
  }

  private func put(_ parts: [[UInt8]], _ name: String, _ folder: OpenFile) throws(FileError) {
    do throws(FileError) {
      try files.replace(name, in: folder, with: parts, by: Self.temporary)
    } catch {
      // Listing the folder later determines whether the old or the new file is there.
      index.withLock { $0?.remove(name) }
      throw error
    }
  }

  private func makeRoom(for new: (name: String, size: Int)?, _ folder: OpenFile) throws(FileError) {
    while let name = index.withLock({ $0?.next(toGoFor: new, limits) }) { try drop(name, folder) }
  }

  /// Updates the index from the folder: removes missing files from the index, examines new ones, and deletes files that
  /// are damaged, expired, or beyond the limits. The caller must hold the folder's lock.
  func refresh(_ folder: OpenFile) throws(FileError) {
    let names = Set(try files.names(in: folder).filter(CacheFrame.isName))
    let unknown = index.withLock { index in
      index?.keep(names)
      return names.filter { index?.contains($0) != true }
    }
    var found: [CacheIndex.Found] = []
    for name in unknown.sorted() {
      if let file = try inspect(name, folder) {
        found.append(file)
      } else {
        removeQuietly(name, folder)
      }
    }
    index.withLock { index in
      // Keep the index uniquely referenced while it is modified, so that it isn't copied.
      var next = index.take() ?? CacheIndex()
      next.add(found)
      index = next
    }
    try makeRoom(for: nil, folder)
  }

  /// Reads the head of a file. Returns `nil` if the file isn't a valid entry or has expired.
  func inspect(_ name: String, _ folder: OpenFile) throws(FileError) -> CacheIndex.Found? {
    let head: CacheFrame.Head?
    do throws(FileError) {
      let file = try files.open(name, in: folder, .read)
      head = try files.closing(file) { () throws(FileError) in
        let status = try files.lookPrivate(file)
        let fixed = try files.read(file, atMost: CacheFrame.fixedCount)
        guard let count = CacheFrame.headCount(fixed) else { return nil }
        let head = CacheFrame.head(in: fixed + (try files.read(file, atMost: count - fixed.count)))
        return head?.size == status.size ? head : nil
      }
    } catch {
      // If no more files can be opened, every entry would look damaged.
      if error.reason == .tooManyOpen { throw error }
      return nil
    }
    guard let head, CacheFrame.name(of: head.key) == name, CacheEntry.isFresh(head.written, limits.age, now: now())
    else { return nil }
    return CacheIndex.Found(name: name, key: head.key, size: head.size, written: head.written)
  }

  /// Removes a file and ignores errors. A file that can't be removed, such as a folder, isn't an entry anyway.
  private func removeQuietly(_ name: String, _ folder: OpenFile) {
    do throws(FileError) { _ = try files.remove(name, in: folder) } catch {}
  }
}
