import ColmeiaClient
import ColmeiaHTTP
import ColmeiaTransport

/// A client whose answers are kept.
public struct CachingClient: Sendable {
  /// The client that makes the calls.
  public var client: APIClient
  /// What is kept; without it a call is one like any other.
  public var cache: AnswerCache?

  /// A client over `client`.
  public init(_ client: APIClient, cache: AnswerCache?) {
    self.client = client
    self.cache = cache
  }

  /// Makes a call, and tells what is kept, what the server says, or first the one and then the other.
  ///
  /// ```swift
  /// try await CachingClient(client, cache: cache).answers(to: IddogAPI.feed(.pug), cache: .both, for: .account(email)) { feed, source in
  ///   send(.loaded(feed, source))
  /// }
  /// ```
  ///
  /// Equal requests that read, of the same owner, are made once for all who make them at the same time: a call that must
  /// see what another one has just changed is made with the ``client``.
  /// An answer that cannot be read is never kept, so that it replaces no good one. The call returns when its answer is kept.
  ///
  /// - Parameters:
  ///   - endpoint: The call.
  ///   - use: Whether what is kept is used.
  ///   - owner: Whose the answers are.
  ///   - saves: Whether the server's answer is kept, also with ``CacheUse/networkOnly``.
  ///   - tell: Called once, or with ``CacheUse/both`` up to twice; never any more when the calling task is cancelled.
  /// - Throws: `APIError`, also when a kept answer has been told before. A cancelled task gets
  ///   `TransportError.cancelled` in it.
  nonisolated(nonsending) public func answers<Answer>(
    to endpoint: Endpoint<Answer>, cache use: CacheUse = .both, for owner: CacheOwner, saves: Bool = true,
    _ tell: (Answer, AnswerSource) -> Void
  ) async throws(APIError) {
    let prepared = try await client.prepare(endpoint)
    guard let cache, owner != .everybody || !prepared.sendsToken else {
      return tell(try await client.send(prepared, endpoint), .network)
    }
    let query = cache.query(prepared.request, owner, saves: saves && AnswerFlow.isWhole(prepared.request))
    var flow = AnswerFlow(use, prepared.request)
    var step = flow.begin()
    while true {
      switch step {
      case .look: step = flow.found(await cache.known(query), now: cache.now())
      case .tell(let record, let age):
        let answer = try? client.value(of: record.response, to: prepared, endpoint)
        if Task.isCancelled { throw .transport(.cancelled) }
        if let answer { tell(answer, .cache(age: age)) } else { await cache.forget(query) }
        step = flow.told(answer != nil)
      case .ask(let conditions):
        let (response, source) = try await ask(cache, query, prepared, conditions, flow.known, endpoint)
        let answer = try client.value(of: response, to: prepared, endpoint)
        if Task.isCancelled { throw .transport(.cancelled) }
        tell(answer, source)
        return await cache.kept(query)
      case .end: return
      }
    }
  }

  /// Whether the answer to a call is kept in memory, so that it would be told without a look at the disk. Nobody is asked.
  ///
  /// - Parameters:
  ///   - endpoint: The call.
  ///   - owner: Whose the answer is.
  /// - Throws: `APIError`, if there can be no such call.
  nonisolated(nonsending) public func isInMemory<Answer>(
    _ endpoint: Endpoint<Answer>, for owner: CacheOwner
  ) async throws(APIError) -> Bool {
    let key = AnswerKey(try await client.prepare(endpoint).request, owner)
    return cache?.isInMemory(key) ?? false
  }

  nonisolated(nonsending) private func ask<Answer>(
    _ cache: AnswerCache, _ query: AnswerCache.Query, _ prepared: APIClient.Prepared, _ conditions: HTTPHeaders,
    _ known: AnswerRecord?, _ endpoint: Endpoint<Answer>
  ) async throws(APIError) -> (HTTPResponse, AnswerSource) {
    if Task.isCancelled { throw .transport(.cancelled) }
    var prepared = prepared
    for field in conditions.fields { prepared.request.headers[field.name] = field.value }
    let (sent, client) = (prepared, client)
    let outcome = await cache.ask(query, known: known) { response in
      (try? client.value(of: response, to: sent, endpoint)) != nil
    } exchange: { () async throws(TransportError) in
      try await client.exchange(sent)
    }
    guard let outcome else { throw .transport(.cancelled) }
    do throws(TransportError) {
      let brought = try outcome.get()
      return (brought.response, brought.source)
    } catch { throw .transport(error) }
  }
}
