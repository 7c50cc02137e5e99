import ColmeiaStorage

extension AnswerCache {
  /// Does a job on disk: one at a time for each key, and of those that come meanwhile only the last, so that what is
  /// older never ends up in the place of what is newer.
  func carryOut(_ job: DiskJob, _ key: String) async {
    guard let disk else { return }
    let isFirst = content.withLock { content in
      content.jobs[key] = job
      return content.keysInWork.insert(key).inserted
    }
    guard isFirst else { return }
    while let job = nextJob(key) {
      do throws(DiskCacheError) {
        switch job {
        case .remove: try await disk.remove(key)
        case .write(let record, let removals): try await write(record, removals, key, disk)
        }
      } catch { diskFailure?(error) }
    }
  }

  private func nextJob(_ key: String) -> DiskJob? {
    content.withLock { content in
      if let job = content.jobs.removeValue(forKey: key) { return job }
      content.keysInWork.remove(key)
      return nil
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
