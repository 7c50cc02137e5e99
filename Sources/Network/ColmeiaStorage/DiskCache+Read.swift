extension DiskCache {
  /// The result of examining a file.
  private enum Finding {
    case none
    case whole(CacheEntry, size: Int)
    /// The file is damaged, expired, or not a file of this cache.
    case wrong
  }

  func entryNow(_ key: String) -> CacheEntry? {
    do throws(FileError) {
      return try inFolder(creates: false) { folder throws(FileError) in
        listOnce(folder)
        return try find(key, folder)
      }
    } catch { return nil }
  }

  /// Lists the folder if that has not been done. An error is ignored and listing is tried again later, because reading
  /// doesn't depend on the index.
  func listOnce(_ folder: OpenFile) {
    if index.withLock({ $0 != nil }) { return }
    do throws(FileError) { try lockedAtOnce(folder) { () throws(FileError) in try refresh(folder) } } catch {}
  }

  /// Runs `body` while holding the folder's lock, or throws an error if the lock is not free. A reader never waits.
  private func lockedAtOnce<Result>(
    _ folder: OpenFile, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let result = turn.withLockIfAvailable { _ in
      Swift.Result { () throws(FileError) in try files.locked(Self.lock, in: folder, waits: false, body) }
    }
    guard let result else { throw FileError(.lock, "\(folder.path)/\(Self.lock)", .busy) }
    return try result.get()
  }

  /// Finds an entry. It reads without the folder's lock, because files are never modified, only replaced. An invalid
  /// file is examined again under the lock, so that a file that has just replaced it isn't removed. If the lock is not
  /// free, it is left in place.
  private func find(_ key: String, _ folder: OpenFile) throws(FileError) -> CacheEntry? {
    let name = CacheFrame.name(of: key)
    let weight = index.withLock { $0?.weight(of: name) }
    var finding = try search(name, key, folder)
    if case .wrong = finding {
      finding = try lockedAtOnce(folder) { () throws(FileError) in
        let finding = try search(name, key, folder)
        if case .wrong = finding {
          try beginGeneration(folder)
          try drop(name, folder)
        }
        return finding
      }
    }
    switch finding {
    case .whole(let entry, let size):
      // The file may have been replaced or removed since it was read.
      index.withLock { if $0?.weight(of: name) == weight { $0?.use(name, key: key, size: size) } }
      return entry
    case .none, .wrong:
      index.withLock { $0?.lose(name) }
      return nil
    }
  }

  private func search(_ name: String, _ key: String, _ folder: OpenFile) throws(FileError) -> Finding {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try files.readWhole(name, in: folder, limit: limits.bytes)
    } catch {
      switch error.reason {
      case .missing: return .none
      case .notAFile, .foreign, .exposed, .tooLarge: return .wrong
      case .denied, .full, .inputOutput, .tooManyOpen, .readOnly, .busy, .other: throw error
      }
    }
    let entry = CacheFrame.entry(in: bytes, key: key)
    guard let entry, entry.isFresh(limits.age, now: now()) else { return .wrong }
    return .whole(entry, size: bytes.count)
  }
}
