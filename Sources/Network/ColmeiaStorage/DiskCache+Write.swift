extension DiskCache {
  func writeNow(_ entry: CacheEntry, _ key: String) throws(DiskCacheError) {
    let head = try CacheFrame.head(of: entry, key: key)
    let size = head.count + entry.bytes.count
    if size > limits.bytes || limits.entries < 1 { throw .tooLarge(limit: limits.bytes) }
    let name = CacheFrame.name(of: key)
    do throws(FileError) {
      try inFolder(creates: true) { folder throws(FileError) in
        try lockedInTurn(folder) { () throws(FileError) in
          try refresh(folder)
          try beginGeneration(folder)
          // Remove entries first, so that the limit is never exceeded, and a full device has space for the new one.
          try makeRoom(for: (name, size), folder)
          try write([head, entry.bytes], name, folder)
          index.withLock { $0?.use(name, key: key, size: size) }
        }
      }
    } catch { throw .file(error) }
  }

  /// Runs `body` while holding the folder's lock. Waits for other changes by this cache, but throws an error if another
  /// cache has the lock, which might be held for any time.
  func lockedInTurn(_ folder: OpenFile, _ body: () throws(FileError) -> Void) throws(FileError) {
    try turn.withLock { _ throws(FileError) in try files.locked(Self.lock, in: folder, waits: false, body) }
  }

  private func write(_ parts: [[UInt8]], _ name: String, _ folder: OpenFile) throws(FileError) {
    do throws(FileError) {
      try files.replace(name, in: folder, with: parts, by: Self.temporary)
    } catch {
      // Listing the folder later determines whether the old or the new file is there.
      index.withLock { index in
        index?.remove(name)
        index?.generation = nil
      }
      throw error
    }
  }

  private func makeRoom(for new: (name: String, size: Int)?, _ folder: OpenFile) throws(FileError) {
    while let name = index.withLock({ $0?.next(toGoFor: new, limits) }) { try drop(name, folder) }
  }

  /// Updates the index from the folder, if another cache has changed it since: removes missing files from the index,
  /// examines new ones, and deletes files that are damaged, expired, or beyond the limits. The caller must hold the
  /// folder's lock.
  ///
  /// - Complexity: O(1) if no other cache has changed the folder; otherwise, O(*n* log *n*) for *n* files.
  func refresh(_ folder: OpenFile) throws(FileError) {
    let generation = try generation(folder)
    if generation != nil, index.withLock({ $0?.generation == generation }) { return }
    let names = Set(try files.names(in: folder).filter(CacheFrame.isName))
    let unknown = index.withLock { index in
      index?.keep(names)
      return names.filter { index?.weight(of: $0) == nil }
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
      next.generation = generation
      index = next
    }
    try makeRoom(for: nil, folder)
  }

  /// Reads the generation of the folder, a number in the lock file that each change increases. Returns `nil` if there
  /// hasn't been a change since the lock file was created.
  private func generation(_ folder: OpenFile) throws(FileError) -> UInt64? {
    let file = try files.open(Self.lock, in: folder, .read)
    let bytes = try files.closing(file) { () throws(FileError) in try files.read(file, atMost: 8) }
    return bytes.count == 8 ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
  }

  /// Increases the generation of the folder, so that other caches list it before their next change. The caller must hold
  /// the folder's lock, and changes the folder afterwards.
  ///
  /// The first generation is derived from the time, so that it isn't a number that another cache remembers from a lock
  /// file that was deleted in the meantime. The number isn't synced, because no cache remembers it after a crash.
  func beginGeneration(_ folder: OpenFile) throws(FileError) {
    let old = try generation(folder)
    let new = (old ?? UInt64(bitPattern: Int64(now())) << 24) &+ 1
    let file = try files.open(Self.lock, in: folder, .lock)
    try files.closing(file) { () throws(FileError) in
      try files.writeWhole((0..<8).map { UInt8(truncatingIfNeeded: new >> (56 - 8 * $0)) }, to: file)
    }
    index.withLock { if $0?.generation == old { $0?.generation = new } }
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
