import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaSync
import ColmeiaTransport

/// Answers that are kept, in memory and on disk, each for its owner.
///
/// What is damaged, or cannot be read by this version of the app, is as if it were not there, and is removed. Nothing but
/// the body of an answer, its status and a few header fields is kept; no token is, and neither the owner's name nor the
/// request is readable on disk. Requests that read, and are equal and of the same owner, are made once for all who want
/// them at the same time.
///
/// An answer is used with ``CachingClient/answers(to:cache:for:saves:_:)``.
public final class AnswerCache: Sendable {
  struct Content: Sendable {
    var memory: FrequencyCache<AnswerRecord>
    /// How often answers of somebody were removed. What was asked for before is not kept after.
    var removals = 0
    /// Of requests that are nobody else's.
    var lastOwnFlight = 0
    /// How often an answer was found to be no good. What was read from disk before is not taken after.
    var forgets = 0
    /// What is still to be done on disk, the last of each key; and what is being done.
    var jobs: [String: DiskJob] = [:]
    var work: [String: DiskJob] = [:]
  }

  /// What is to be done on disk.
  enum DiskJob: Sendable {
    /// Write this, unless answers have been removed since so many removals.
    case write(AnswerRecord, removals: Int)
    /// Remove what is there.
    case remove
  }

  /// What a request has brought.
  struct Brought: Sendable {
    var response: HTTPResponse
    var source: AnswerSource
  }

  /// How many bytes are kept in memory where nothing else is said.
  public static let defaultMemoryLimit = 1_000_000

  let disk: DiskCache?
  let now: @Sendable () -> Int
  let diskFailure: (@Sendable (DiskCacheError) -> Void)?
  let content: Guarded<Content>
  let transfers = SharedTransfers<Result<Brought, TransportError>>()

  /// A cache.
  ///
  /// - Parameters:
  ///   - disk: Where answers are kept over starts; without one they are not. It has a limit of its own.
  ///   - memoryLimit: How many bytes are kept in memory; an answer that alone is larger is kept on disk only.
  ///   - diskFailure: Told when an answer could not be kept on disk, or not be removed for being no good, on any thread;
  ///     who asked has the answer all the same.
  ///   - now: Seconds since 1970.
  public init(
    disk: DiskCache? = nil, memoryLimit: Int = AnswerCache.defaultMemoryLimit,
    diskFailure: (@Sendable (DiskCacheError) -> Void)? = nil, now: @escaping @Sendable () -> Int
  ) {
    self.disk = disk
    self.diskFailure = diskFailure
    self.now = now
    content = Guarded(Content(memory: FrequencyCache(limit: memoryLimit)))
  }

  /// How many bytes are in memory.
  package var memorySize: Int { content.withLock { $0.memory.size } }
  /// How many answers are in memory.
  package var memoryCount: Int { content.withLock { $0.memory.count } }

  func isInMemory(_ key: AnswerKey) -> Bool { content.withLock { $0.memory.contains(key.text) } }

  /// Reads answers from disk into memory, the last written first, up to the first that does not fit.
  ///
  /// - Complexity: O(bytes read + files of the folder).
  public func warmUp() async {
    let (limit, removals) = content.withLock { ($0.memory.limit - $0.memory.size, $0.removals) }
    let found = await disk?.latest(upTo: limit) ?? []
    content.withLock { content in
      guard content.removals == removals else { return }
      // Of equals the one put last stays: the newest.
      for (key, entry) in found.reversed() where !content.memory.contains(key) {
        guard let record = AnswerRecord(entry.bytes, written: entry.written) else { continue }
        content.memory.insert(record, for: key, size: entry.bytes.count)
      }
    }
  }

  /// Forgets all answers of an owner: when somebody signs out. What is asked for before, and answered after, is not kept.
  ///
  /// - Throws: `DiskCacheError`; then some may still be on disk.
  /// - Complexity: O(files of the folder).
  public func removeAll(of owner: CacheOwner) async throws(DiskCacheError) {
    let prefix = AnswerKey.prefix(owner)
    content.withLock { content in
      content.removals += 1
      content.memory.removeAll(withPrefix: prefix)
    }
    try await disk?.removeAll(withPrefix: prefix)
  }

  /// Forgets all answers of everybody.
  ///
  /// - Throws: `DiskCacheError`; then some may still be on disk.
  public func removeAll() async throws(DiskCacheError) {
    content.withLock { content in
      content.removals += 1
      content.memory.removeAll()
    }
    try await disk?.removeAll()
  }

  /// Forgets what is in memory, such as when memory is short.
  public func removeFromMemory() { content.withLock { $0.memory.removeAll() } }

  /// Waits until nothing is being asked or written any more: what a command does before it ends.
  nonisolated(nonsending) public func waitUntilIdle() async { await transfers.waitUntilIdle() }
}
