import ColmeiaBase
import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaTransport

/// A cache of responses, in memory and on disk, separate for each owner.
///
/// Responses that are damaged, or that this version of the app cannot read, are treated as missing and removed. The
/// cache stores the status, the body and a few header fields of a response. It never stores tokens, and neither the
/// owner's name nor the request is readable on disk. A response that varies with a header field is never
/// used for another value (RFC 9111 §4.1), except for the token, because an owner's token changes. The response to a
/// `HEAD` is kept by itself: it doesn't update that to a `GET` (RFC 9111 §4.3.5).
///
/// To use a cached response, call ``CachingClient/answers(to:cache:for:saves:_:)``.
public final class ResponseCache: Sendable {
  struct Content: Sendable {
    var memory: FrequencyCache<ResponseRecord>
    /// The response to a request that began before a removal is not cached, and a response whose read from disk began
    /// before a change is not added to memory.
    var changes = CacheChanges()
    /// The pending disk jobs, the last of each key, and the jobs that are running.
    var jobs: [String: DiskJob] = [:]
    var work: [String: DiskJob] = [:]

    /// Keeps a record of this size in memory. Its key counts, so that many small records are limited, too.
    mutating func remember(_ record: ResponseRecord, _ key: String, _ size: Int) {
      memory.insert(record, for: key, size: size + key.utf8.count)
    }
  }

  /// A pending change of the disk cache.
  enum DiskJob: Sendable {
    /// Writes the record, unless the owner's or the address's responses have been removed since `removals` was read.
    case write(ResponseRecord, removals: CacheChanges.Removals)
    /// Removes the file.
    case remove
  }

  /// The outcome of a request.
  struct Brought: Sendable {
    var response: HTTPResponse
    var source: ResponseSource
    /// The number of the transfer, which may still be storing the response.
    var transfer: Int
  }

  /// The default limit of the memory cache, in bytes.
  public static let defaultMemoryLimit = 1_000_000

  let disk: DiskCache?
  let now: @Sendable () -> Int
  let diskFailure: (@Sendable (DiskCacheError) -> Void)?
  let content: Guarded<Content>
  let transfers = SharedTransfers<Result<Brought, APIError>>()

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - disk: The disk cache that keeps responses between launches, with its own limit, or `nil` to keep them in
  ///     memory only.
  ///   - memoryLimit: The maximum number of bytes in memory, with those of the keys. A larger response is kept on disk
  ///     only.
  ///   - diskFailure: A callback, called on any thread if a response cannot be written to disk, or an unusable one
  ///     cannot be removed. The caller still gets the response.
  ///   - now: Returns the time in seconds since 1970.
  public init(
    disk: DiskCache? = nil, memoryLimit: Int = ResponseCache.defaultMemoryLimit,
    diskFailure: (@Sendable (DiskCacheError) -> Void)? = nil, now: @escaping @Sendable () -> Int
  ) {
    self.disk = disk
    self.diskFailure = diskFailure
    self.now = now
    content = Guarded(Content(memory: FrequencyCache(limit: memoryLimit)))
  }

  /// The number of bytes in memory.
  package var memorySize: Int { content.withLock { $0.memory.size } }
  /// The number of responses in memory.
  package var memoryCount: Int { content.withLock { $0.memory.count } }

  func isInMemory(_ key: ResponseKey) -> Bool {
    content.withLock { content in
      guard let first = content.memory.value(of: key.text) else { return false }
      return first.vary.isEmpty || content.memory.contains(key.variant(first.vary))
    }
  }

  /// Loads responses from disk into memory, the most recent first, until one does not fit.
  ///
  /// - Complexity: O(*b* + *f*), where *b* is the number of bytes read and *f* is the number of files in the folder.
  public func warmUp() async {
    let (limit, changes) = content.withLock { ($0.memory.limit - $0.memory.size, $0.changes) }
    let found = await disk?.latest(upTo: limit) ?? []
    content.withLock { content in
      // Insert the oldest first: among items with equal uses, the cache keeps the one inserted last.
      for (key, entry) in found.reversed() where !content.memory.contains(key) {
        guard content.changes.isUnchanged(key, since: changes), content.jobs[key] == nil, content.work[key] == nil,
          let record = ResponseRecord(entry.bytes, written: entry.written)
        else { continue }
        content.remember(record, key, entry.bytes.count)
      }
    }
  }

  /// Removes all responses of an owner, for example when the user signs out. Responses to requests that are in flight
  /// are not cached.
  ///
  /// - Throws: `DiskCacheError` if some responses may still be on disk.
  /// - Complexity: O(*n*), where *n* is the number of files in the folder.
  public func removeAll(of owner: CacheOwner) async throws(DiskCacheError) {
    let prefix = ResponseKey.prefix(owner)
    try await remove { content in
      content.changes.removeAll(withPrefix: prefix)
      content.memory.removeAll { $0.utf8.starts(with: prefix.utf8) }
    } and: { disk throws(DiskCacheError) in
      try await disk.removeAll(withPrefix: prefix)
    }
  }

  /// Removes the responses of the address of a request that may have changed them, of all owners, those of the address
  /// that a redirect led to, and those of the addresses of the same origin that its response names (RFC 9111 §4.4).
  ///
  /// - Complexity: O(removed responses); the first time and after changes by other caches also O(files of the folder).
  func removeAll(changedBy request: HTTPRequest, _ response: HTTPResponse) async {
    await removeAll(at: request)
    guard let target = WebAddress(rawValue: response.redirectedURL ?? request.url) else { return }
    let named = ["Location", "Content-Location"].flatMap(response.headers.values(of:)).compactMap(
      target.resolve(location:))
    for address in (response.isDirect ? [] : [target]) + named where address.origin == target.origin {
      await removeAll(at: HTTPRequest(.get, origin: address.origin, path: address.path, query: address.query))
    }
  }

  private func removeAll(at request: HTTPRequest) async {
    let group = ResponseKey.group(of: request)
    do throws(DiskCacheError) {
      try await remove { content in
        content.changes.removeAll(of: group)
        content.memory.removeAll(of: group)
      } and: { disk throws(DiskCacheError) in
        try await disk.removeAll(of: group)
      }
    } catch { diskFailure?(error) }
  }

  /// Removes the responses of all owners.
  ///
  /// - Throws: `DiskCacheError` if some responses may still be on disk.
  public func removeAll() async throws(DiskCacheError) {
    try await remove { content in
      content.changes.removeAll()
      content.memory.removeAll()
    } and: { disk throws(DiskCacheError) in
      try await disk.removeAll()
    }
  }

  private func remove(
    _ fromMemory: (inout Content) -> Void, and fromDisk: (DiskCache) async throws(DiskCacheError) -> Void
  ) async throws(DiskCacheError) {
    content.withLock { fromMemory(&$0) }
    // A response that was read from disk meanwhile may be in memory again.
    defer { content.withLock { fromMemory(&$0) } }
    if let disk { try await fromDisk(disk) }
  }

  /// Removes all responses from memory, for example when memory is low. Those on disk are kept.
  public func removeFromMemory() { content.withLock { $0.memory.removeAll() } }

  /// Waits until no request is in flight and no response is being written, for example before a command-line tool
  /// exits.
  nonisolated(nonsending) public func waitUntilIdle() async { await transfers.waitUntilIdle() }
}
