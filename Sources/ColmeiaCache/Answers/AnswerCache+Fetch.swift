import ColmeiaHTTP
import ColmeiaTransport

extension AnswerCache {
  /// One request of one owner.
  struct Query: Sendable {
    var key: AnswerKey
    var request: HTTPRequest
    var owner: CacheOwner
    var saves: Bool
    /// How often answers had been removed when it began.
    var removals: Int
  }

  func query(_ request: HTTPRequest, _ owner: CacheOwner, saves: Bool) -> Query {
    Query(
      key: AnswerKey(request, owner), request: request, owner: owner, saves: saves,
      removals: content.withLock { $0.removals })
  }

  /// What is kept: in memory, or else on its way to the disk, or else there; then it is in memory too.
  func known(_ query: Query) async -> AnswerRecord? {
    let key = query.key.text
    let (record, coming, forgets) = content.withLock { content in
      (content.memory.use(key), content.jobs[key] ?? content.work[key], content.forgets)
    }
    if let record { return record }
    switch coming {
    case .write(let record, query.removals): return record
    case .write, .remove: return nil
    case nil: break
    }
    guard let entry = await disk?.entry(for: key) else { return nil }
    guard let record = AnswerRecord(entry.bytes, written: entry.written) else {
      await forget(query)
      return nil
    }
    return content.withLock { content in
      guard content.removals == query.removals, content.forgets == forgets else { return nil }
      content.memory.insert(record, for: key, size: entry.bytes.count)
      return record
    }
  }

  /// Asks the server, unless an equal request is under way. `nil` if the calling task was cancelled.
  ///
  /// - Parameters:
  ///   - known: What the request has the conditions of.
  ///   - isGood: Whether an answer may be kept.
  nonisolated(nonsending) func ask(
    _ query: Query, known: AnswerRecord?, isGood: @escaping @Sendable (HTTPResponse) -> Bool,
    exchange: @escaping @Sendable () async throws(TransportError) -> HTTPResponse
  ) async -> Result<Brought, TransportError>? {
    let transferKey = sharedKey(query)
    return await transfers.outcome(of: transferKey) { transfer in
      await self.carryOut(query, transferKey, transfer, known, isGood, exchange)
    }
  }

  /// Waits until what a request has brought is kept; not for requests that are nobody else's.
  nonisolated(nonsending) func kept(_ query: Query) async { await transfers.waitUntilIdle(query.key.text) }

  /// Only requests that read are shared: two equal messages are two messages.
  private func sharedKey(_ query: Query) -> String {
    if query.request.method == .get || query.request.method == .head { return query.key.text }
    return content.withLock { content in
      content.lastOwnFlight += 1
      return "\(query.key.text) \(content.lastOwnFlight)"
    }
  }

  private func carryOut(
    _ query: Query, _ transferKey: String, _ transfer: Int, _ known: AnswerRecord?,
    _ isGood: @Sendable (HTTPResponse) -> Bool, _ exchange: @Sendable () async throws(TransportError) -> HTTPResponse
  ) async {
    let (result, verdict): (Result<Brought, TransportError>, AnswerVerdict)
    do throws(TransportError) {
      let response = try await exchange()
      verdict = AnswerVerdict.of(
        response, known: known, .init(saves: query.saves, isOwned: query.owner != .everybody, now: now()),
        isGood: isGood)
      if case .confirmed(let record, _) = verdict {
        result = .success(Brought(response: record.response, source: .confirmed))
      } else {
        result = .success(Brought(response: response, source: .network))
      }
    } catch { (result, verdict) = (.failure(error), .nothing) }
    // Who asks from now on wants to know anew.
    guard let waiters = transfers.complete(transferKey, transfer, result, isShared: false) else { return }
    let job: DiskJob? =
      switch verdict {
      case .keep(let record), .confirmed(let record, keeps: true): .write(record, removals: query.removals)
      case .forget, .confirmed(_, keeps: false): .remove
      case .nothing: nil
      }
    if let job { remember(job, query) }
    for waiter in waiters { waiter.finish(result) }
    if job != nil { await carryOut(query.key.text) }
  }

  /// Before anybody hears of it, so that who asks again at once does not find on disk what was there before.
  private func remember(_ job: DiskJob, _ query: Query) {
    let key = query.key.text
    content.withLock { content in
      switch job {
      case .write(let record, _):
        guard content.removals == query.removals else { return }
        content.memory.insert(record, for: key, size: record.bytes.count)
      case .remove:
        content.memory.remove(key)
        content.forgets += 1
      }
      if disk != nil { content.jobs[key] = job }
    }
  }

  /// What is kept is no good.
  func forget(_ query: Query) async {
    remember(.remove, query)
    await carryOut(query.key.text)
  }
}
