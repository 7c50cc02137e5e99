import ColmeiaHTTP
import ColmeiaTransport

/// A client that caches responses.
public struct CachingClient: Sendable {
  /// The client that makes the calls.
  public var client: APIClient
  /// The cache, or `nil` to call the server every time.
  public var cache: ResponseCache?

  /// Creates a client that makes its calls with `client`.
  public init(_ client: APIClient, cache: ResponseCache?) {
    self.client = client
    self.cache = cache
  }

  /// Makes a call and delivers the cached response, the server's response, or first one and then the other.
  ///
  /// ```swift
  /// try await CachingClient(client, cache: cache).answers(to: IddogAPI.feed(.pug), cache: .both, for: .account(email)) { feed, source in
  ///   send(.loaded(feed, source))
  /// }
  /// ```
  ///
  /// A cached response is used only if the header fields that it varies with have the same values (RFC 9111 §4.1). Equal
  /// `GET` or `HEAD` requests of the same owner are sent only once if they are made at the same time. They are
  /// equal if `saves` and all header fields are, except for the token. A call that must see a change just made by
  /// another call has to use the ``client`` directly. A response that cannot be decoded is never cached, so it does not
  /// replace a good one. The method returns after the response is cached, unless another call is
  /// still writing an earlier one to disk.
  ///
  /// A request with another method, a body from files, a `Range`, `no-store` or conditions of its own is always sent,
  /// and its response is not cached. One with `no-cache` or a `max-age` gets no cached response that is older, unless
  /// the server confirms it, and one with `min-fresh` none that expires earlier. One with `only-if-cached` is never sent:
  /// without a cached response that may be used, it fails with status 504 (RFC 9111 §5.2.1.7). After the success of a
  /// request that may change something, such as `POST`, the cached responses of its address, and of those that the
  /// `Location` and `Content-Location` of the response name, are removed (RFC 9111 §4.4).
  ///
  /// - Parameters:
  ///   - endpoint: The call.
  ///   - use: How the call uses the cache.
  ///   - owner: The owner of the responses.
  ///   - saves: Whether the server's response is cached, even with ``CachePolicy/networkOnly``.
  ///   - receive: A callback that receives each response: once, or up to twice with ``CachePolicy/both``. It is not called
  ///     after the calling task is cancelled.
  /// - Throws: `APIError`, even after a cached response was delivered. If the task is cancelled, it contains
  ///   `TransportError.cancelled`.
  nonisolated(nonsending) public func answers<Answer>(
    to endpoint: Endpoint<Answer>, cache use: CachePolicy = .both, for owner: CacheOwner, saves: Bool = true,
    _ receive: (Answer, ResponseSource) -> Void
  ) async throws(APIError) {
    let prepared = try await client.prepare(endpoint)
    let asked = CacheControl(prepared.request.headers)
    guard let cache, let key = Self.key(prepared, owner) else {
      if asked.onlyIfCached { throw Self.notCached(prepared) }
      return receive(try await send(prepared, endpoint), .network)
    }
    var query = cache.query(key, owner, saves: saves)
    var flow = ResponseFlow(use, asked)
    var step = flow.begin()
    while true {
      switch step {
      case .lookUp:
        let known = await cache.known(query)
        query.vary = known?.vary ?? []
        step = flow.handle(known, now: cache.now())
      case .deliver(let record, let age):
        let answer = try? client.value(of: record.response, to: prepared, endpoint)
        if Task.isCancelled { throw .transport(.cancelled) }
        if let answer { receive(answer, .cache(age: age)) } else { await cache.forget(query) }
        step = flow.delivered(answer != nil)
      case .request where asked.onlyIfCached: throw Self.notCached(prepared)
      case .request(let conditions):
        let brought = try await fetch(cache, query, prepared, conditions, flow.known, endpoint)
        let answer = try client.value(of: brought.response, to: prepared, endpoint)
        if Task.isCancelled { throw .transport(.cancelled) }
        receive(answer, brought.source)
        return await cache.kept(brought)
      case .end: return
      }
    }
  }

  /// Returns whether the response to a call is in memory, so it could be delivered without reading the disk. Sends
  /// nothing.
  ///
  /// - Parameters:
  ///   - endpoint: The call.
  ///   - owner: The owner of the response.
  /// - Throws: `APIError` if the call cannot be turned into a request.
  nonisolated(nonsending) public func isInMemory<Answer>(
    _ endpoint: Endpoint<Answer>, for owner: CacheOwner
  ) async throws(APIError) -> Bool {
    guard let key = Self.key(try await client.prepare(endpoint), owner) else { return false }
    return cache?.isInMemory(key) ?? false
  }

  /// Returns the key of the response to a request, or `nil` if the cache is not used for the request.
  private static func key(_ prepared: APIClient.Prepared, _ owner: CacheOwner) -> ResponseKey? {
    let request = prepared.request
    guard owner != .shared || !prepared.sendsToken && !request.headers.fields.contains(where: \.isSecret),
      [.get, .head].contains(request.method), prepared.isBodyInRequest, !CacheControl(request.headers).noStore,
      !partial.contains(where: { request.headers[$0] != nil })
    else { return nil }
    return ResponseKey(request, owner, token: prepared.tokenNames)
  }

  /// The header fields of requests that do not ask for a complete response in any case.
  private static let partial = [
    "Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
  ]

  /// The error of a request with `only-if-cached` that the cache can't answer.
  private static func notCached(_ prepared: APIClient.Prepared) -> APIError {
    .status(StatusFailure(call: "\(prepared.request)", response: HTTPResponse(504), sentToken: false))
  }

  /// Sends a request that the cache is not used for.
  nonisolated(nonsending) private func send<Answer>(
    _ prepared: APIClient.Prepared, _ endpoint: Endpoint<Answer>
  ) async throws(APIError) -> Answer {
    let response = try await client.exchange(prepared)
    if !HTTPMethod.safe.contains(prepared.request.method), (200..<400).contains(response.status) {
      await cache?.removeAll(changedBy: prepared.request, response)
    }
    if Task.isCancelled { throw .transport(.cancelled) }
    return try client.value(of: response, to: prepared, endpoint)
  }

  nonisolated(nonsending) private func fetch<Answer>(
    _ cache: ResponseCache, _ query: ResponseCache.Query, _ prepared: APIClient.Prepared, _ conditions: HTTPHeaders,
    _ known: ResponseRecord?, _ endpoint: Endpoint<Answer>
  ) async throws(APIError) -> ResponseCache.Brought {
    if Task.isCancelled { throw .transport(.cancelled) }
    var conditional = prepared
    for field in conditions.fields { conditional.request.headers[field.name] = field.value }
    let (sent, client) = (conditional, client)
    let outcome = await cache.request(query, known: known) { response in
      (try? client.value(of: response, to: sent, endpoint)) != nil
    } exchange: { () async throws(APIError) in
      let response = try await client.exchange(sent)
      // A confirmation of another response than the cached one is useless.
      guard response.status == 304, let known, !known.isConfirmed(by: response) else { return response }
      return try await client.exchange(prepared)
    }
    guard let outcome else { throw .transport(.cancelled) }
    return try outcome.get()
  }
}
