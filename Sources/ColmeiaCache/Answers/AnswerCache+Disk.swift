import ColmeiaStorage

extension AnswerCache {
  /// Does what is to be done on disk for a key: one job at a time, and of those that come meanwhile only the last, so that
  /// what is older never ends up in the place of what is newer.
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

  /// - Parameter isAtWork: whether the caller does the jobs of this key; else somebody may, and takes this one next.
  private func nextJob(_ key: String, _ isAtWork: Bool) -> DiskJob? {
    content.withLock { content in
      if !isAtWork, content.work[key] != nil { return nil }
      content.work[key] = content.jobs.removeValue(forKey: key)
      return content.work[key]
    }
  }

  private func write(
    _ record: AnswerRecord, _ removals: Int, _ key: String, _ disk: DiskCache
  ) async throws(DiskCacheError) {
    guard content.withLock({ $0.removals == removals }) else { return }
    try await disk.write(CacheEntry(record.bytes, written: record.written), for: key)
    // Somebody may have signed out while it was written.
    if content.withLock({ $0.removals != removals }) { try await disk.remove(key) }
  }
}
