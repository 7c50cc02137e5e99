/// How a call uses the cache.
public enum CachePolicy: String, Sendable, Hashable, CaseIterable {
  /// Returns the cached response without a request. The server is asked only if there is no cached response or it may
  /// no longer be used.
  ///
  /// A response older than its `max-age` or `Expires` allows is stale. It is returned only after the server has confirmed
  /// it. If the server cannot be reached, the call fails. A response with neither is never stale, if its
  /// status is one that may be cached without them: 200, 203 or 204 (RFC 9110 §15.1).
  case cacheFirst
  /// Ignores cached responses and always asks the server.
  case networkOnly
  /// Returns the cached response at once, however old it is, and then always the server's response. The first is left out
  /// if the server has to confirm it: by `no-cache`, or by `must-revalidate` if it is stale.
  case both
}

/// The owner of a cached response. A response is never delivered to another owner.
public enum CacheOwner: Sendable, Hashable {
  /// The response is the same for all users. The response to a request with a token, or with another header field
  /// that is a secret, is not cached for this owner (RFC 9111 §3.5), and neither is one to a request with cookies of a
  /// ``CookieTransport``.
  case shared
  /// The response belongs to this account. The name can be anything except the account's token.
  case account(String)
}

/// The source of a response.
public enum ResponseSource: Sendable, Hashable {
  /// The response comes from the cache. The server sent or confirmed it this many seconds ago.
  case cache(age: Int)
  /// The server has just sent the response.
  case network
  /// The response comes from the cache, and the server has just confirmed that it is unchanged (RFC 9110 §15.4.5).
  case confirmed
}
