import ColmeiaStorage

extension ResponseCache {
  /// Performs the pending disk jobs of a key.
  ///
  /// Only one job of a key runs at a time, and of the jobs that arrive meanwhile only the last is kept, so older data
  /// never overwrites newer data.
  func carryOut(_ key: String) async {
    guard let disk else { return }
    var isAtWork = false
    while let job = nextJob(key, isAtWork) {
      isAtWork = true
      do throws(DiskCacheError) {
        switch job {
        case .remove: try await disk.remove(key)
        case .write(let record, let removals): try await write(record, removals, key, disk)
        }
      } catch { diskFailure?(error) }
    }
  }

  /// Returns the next job of a key, or `nil` if there is none or another task is already performing them.
  ///
  /// - Parameter isAtWork: Whether the caller is the task that performs the jobs of this key.
  private func nextJob(_ key: String, _ isAtWork: Bool) -> DiskJob? {
    content.withLock { content in
      if !isAtWork, content.work[key] != nil { return nil }
      content.work[key] = content.jobs.removeValue(forKey: key)
      return content.work[key]
    }
  }

  private func write(
    _ record: ResponseRecord, _ removals: CacheChanges.Removals, _ key: String, _ disk: DiskCache
  ) async throws(DiskCacheError) {
    guard content.withLock({ $0.changes.removals(of: key) == removals }) else { return }
    try await disk.write(CacheEntry(record.bytes, written: record.written), for: key)
    // The owner's or the address's responses may have been removed during the write.
    if content.withLock({ $0.changes.removals(of: key) != removals }) { try await disk.remove(key) }
  }
}
