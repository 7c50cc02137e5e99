import ColmeiaHTTP

extension ResponseCache {
  /// One request of one owner.
  struct Query: Sendable {
    var key: ResponseKey
    var owner: CacheOwner
    var saves: Bool
    /// The removals when the query began.
    var removals: CacheChanges.Removals
    /// The header fields that the cached response varies with, if one was found.
    var vary: [String] = []
    /// The key of the transfer. A query whose response is cached doesn't join one whose response isn't.
    var transferKey: String { saves ? key.transfer : key.transfer + " unsaved" }
  }

  func query(_ key: ResponseKey, _ owner: CacheOwner, saves: Bool) -> Query {
    Query(key: key, owner: owner, saves: saves, removals: content.withLock { $0.changes.removals(of: key.text) })
  }

  /// Returns the cached response of a query, which has the values of the header fields that the response varies with.
  func known(_ query: Query) async -> ResponseRecord? {
    guard let first = await stored(query.key.text, query) else { return nil }
    return first.vary.isEmpty ? first : await stored(query.key.variant(first.vary), query)
  }

  /// Returns the record of a key.
  ///
  /// It looks in memory, then among the pending writes, and then on disk. A record found on disk is added to memory.
  private func stored(_ key: String, _ query: Query) async -> ResponseRecord? {
    // Looks again if the response was replaced while it was read from disk.
    for _ in 0..<2 {
      let (record, coming, changes) = content.withLock { content in
        (content.memory.use(key), content.jobs[key] ?? content.work[key], content.changes.changes(of: key))
      }
      if let record { return record }
      switch coming {
      case .write(let record, query.removals): return record
      case .write, .remove: return nil
      case nil: break
      }
      guard let entry = await disk?.entry(for: key) else { return nil }
      let found = ResponseRecord(entry.bytes, written: entry.written)
      let isUnchanged = content.withLock { content in
        guard content.changes.changes(of: key) == changes else { return false }
        if content.changes.removals(of: key) != query.removals { return true }
        if let found {
          content.remember(found, key, entry.bytes.count)
        } else {
          remember(.remove, key, query, &content)
        }
        return true
      }
      if !isUnchanged { continue }
      if found == nil { await carryOut(key) }
      return content.withLock({ $0.changes.removals(of: key) }) == query.removals ? found : nil
    }
    return nil
  }

  /// Sends the request to the server, or joins an equal request in flight. Returns `nil` if the calling task was
  /// cancelled.
  ///
  /// - Parameters:
  ///   - known: The cached response whose validators the request contains.
  ///   - isGood: Returns whether a response may be cached.
  ///   - exchange: Sends the request.
  nonisolated(nonsending) func request(
    _ query: Query, known: ResponseRecord?, isGood: @escaping @Sendable (HTTPResponse) -> Bool,
    exchange: @escaping @Sendable () async throws(APIError) -> HTTPResponse
  ) async -> Result<Brought, APIError>? {
    await transfers.outcome(of: query.transferKey) { transfer in
      await self.carryOut(query, transfer, known, isGood, exchange)
    }
  }

  /// Waits until a response has been stored.
  nonisolated(nonsending) func kept(_ brought: Brought) async { await transfers.waitForEnd(of: brought.transfer) }

  private func carryOut(
    _ query: Query, _ transfer: Int, _ known: ResponseRecord?, _ isGood: @Sendable (HTTPResponse) -> Bool,
    _ exchange: @Sendable () async throws(APIError) -> HTTPResponse
  ) async {
    let (result, verdict): (Result<Brought, APIError>, ResponseVerdict)
    do throws(APIError) {
      let asked = now()
      let response = try await exchange()
      let arrived = now()
      verdict = ResponseVerdict.of(
        response, known: known,
        .init(
          saves: query.saves, isOwned: query.owner != .shared, now: arrived, delay: arrived - asked),
        isGood: isGood)
      if case .confirmed(let record, _) = verdict {
        result = .success(Brought(response: record.response, source: .confirmed, transfer: transfer))
      } else {
        result = .success(Brought(response: response, source: .network, transfer: transfer))
      }
    } catch { (result, verdict) = (.failure(error), .nothing) }
    // Callers that arrive from now on start a new request.
    guard let waiters = transfers.complete(query.transferKey, transfer, result, isShared: false) else { return }
    let jobs = jobs(for: verdict, query)
    remember(jobs, query)
    for waiter in waiters { waiter.finish(result) }
    for (key, _) in jobs { await carryOut(key) }
  }

  private func jobs(for verdict: ResponseVerdict, _ query: Query) -> [(key: String, job: DiskJob)] {
    switch verdict {
    case .keep(let record), .confirmed(let record, keeps: true):
      let write = { (record: ResponseRecord) in DiskJob.write(record, removals: query.removals) }
      let index = record.vary.isEmpty ? [] : [(query.key.text, write(record.index))]
      return index + [(query.key.variant(record.vary), write(record))]
    case .forget, .confirmed(_, keeps: false): return removals(of: query)
    case .nothing: return []
    }
  }

  private func removals(of query: Query) -> [(key: String, job: DiskJob)] {
    Set([query.key.text, query.key.variant(query.vary)]).sorted().map { ($0, .remove) }
  }

  /// Updates the memory cache and schedules the disk jobs.
  ///
  /// This happens before the waiters are resumed, so a caller that asks again at once does not read an outdated
  /// response from disk.
  private func remember(_ jobs: [(key: String, job: DiskJob)], _ query: Query) {
    content.withLock { content in for (key, job) in jobs { remember(job, key, query, &content) } }
  }

  private func remember(_ job: DiskJob, _ key: String, _ query: Query, _ content: inout Content) {
    switch job {
    case .write(let record, _):
      guard content.changes.removals(of: key) == query.removals else { return }
      content.remember(record, key, record.bytes.count)
    case .remove: content.memory.remove(key)
    }
    content.changes.change(key)
    if disk != nil { content.jobs[key] = job }
  }

  /// Removes the cached response of a query because it is not usable.
  func forget(_ query: Query) async {
    let jobs = removals(of: query)
    remember(jobs, query)
    for (key, _) in jobs { await carryOut(key) }
  }
}
