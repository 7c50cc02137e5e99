extension DiskCache {
  func writeNow(_ entry: CacheEntry, _ key: String) throws(DiskCacheError) {
    let head = try CacheFrame.head(of: entry, key: key)
    let size = head.count + entry.bytes.count
    if size > limits.bytes || limits.entries < 1 { throw .tooLarge(limit: limits.bytes) }
    let name = CacheFrame.name(of: key)
    do throws(FileError) {
      try inFolder(makes: true) { folder throws(FileError) in
        try files.locked(Self.lock, in: folder) { () throws(FileError) in
          try refresh(folder)
          // Room first, so that the limit holds at every moment, and a device that is full has some.
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
      // Whether the old or the new file is there, the next look at the folder tells.
      index.withLock { $0?.remove(name) }
      throw error
    }
  }

  private func makeRoom(for new: (name: String, size: Int)?, _ folder: OpenFile) throws(FileError) {
    while let name = index.withLock({ $0?.next(toGoFor: new, limits) }) { try drop(name, folder) }
  }

  /// Brings the index to what is in the folder: forgets files that are gone, looks at those that are new, and removes
  /// what is damaged, too old or too much. For callers that hold the folder's lock.
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
      // Not shared while it changes, or it would be copied.
      var next = index.take() ?? CacheIndex()
      next.add(found)
      index = next
    }
    try makeRoom(for: nil, folder)
  }

  /// What a file's head says; `nil` if it is not an entry's, or too old.
  func inspect(_ name: String, _ folder: OpenFile) throws(FileError) -> CacheIndex.Found? {
    let head: CacheFrame.Head?
    do throws(FileError) {
      let file = try files.open(name, in: folder, .read)
      head = try files.closing(file) { () throws(FileError) in
        let status = try files.lookOwn(file)
        let fixed = try files.read(file, atMost: CacheFrame.fixedCount)
        guard let count = CacheFrame.headCount(fixed) else { return nil }
        let head = CacheFrame.head(in: fixed + (try files.read(file, atMost: count - fixed.count)))
        return head?.size == status.size ? head : nil
      }
    } catch {
      // With no file to be opened any more, every entry would look damaged.
      if error.reason == .tooManyOpen { throw error }
      return nil
    }
    guard let head, CacheFrame.name(of: head.key) == name, CacheEntry.isYoung(head.written, limits.age, now: now())
    else { return nil }
    return CacheIndex.Found(name: name, key: head.key, size: head.size, written: head.written)
  }

  /// One that cannot be removed, such as a folder, is no entry all the same.
  private func removeQuietly(_ name: String, _ folder: OpenFile) {
    do throws(FileError) { _ = try files.remove(name, in: folder) } catch {}
  }
}
