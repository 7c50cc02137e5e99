import ColmeiaBase

/// A cache of entries that can be fetched again, stored by key. Each entry is a file (0600) in a folder that only this
/// user can access (0700). A folder that is a symbolic link, that is owned by another user, or that others can access is
/// rejected: reading finds no entries, and writing and removing throw an error.
///
/// A file that is damaged or that was put there by someone else is not an entry, and is removed. This isn't reported as
/// an error, because the content can be fetched again. Files whose names are not those of cache entries are left alone.
///
/// If a limit would be exceeded, the least recently used entries are removed first. Uses are not stored on disk: after
/// a launch, entries are ordered by the date on which they were written.
///
/// Several caches, also in different processes, can share a folder: before a write, a cache looks for files that others
/// have added or removed, if others have changed the folder. If another cache has replaced an entry with a larger one,
/// this cache notices only when it reads that entry or at the next launch; until then, the limit may be exceeded by the
/// difference.
///
/// A cache never waits for another one that has locked the folder. Reading needs the lock only to list the folder and
/// to remove invalid files, and does neither if the lock is not free. Writing an entry or removing entries then throws
/// ``FileError/Reason/busy``.
public final class DiskCache: Sendable {
  /// The limits on the size and age of a cache.
  public struct Limits: Sendable, Hashable {
    /// The maximum total size of all files, in bytes.
    public var bytes: Int
    /// The maximum number of entries. Their names are kept in memory.
    public var entries: Int
    /// The number of seconds after which an entry expires.
    public var age: Int

    /// Creates limits. The defaults are 100 MiB, 10,000 entries, and 30 days.
    public init(bytes: Int = 100 << 20, entries: Int = 10_000, age: Int = 30 * 86_400) {
      self.bytes = bytes
      self.entries = entries
      self.age = age
    }
  }

  /// The path of the folder.
  public let folder: String
  /// The limits on the size and age of the cache.
  public let limits: Limits
  let files: any FileSystem
  let now: @Sendable () -> Int
  /// The index, or `nil` until the folder has been listed. Its lock is never held during a file operation.
  let index = Guarded(CacheIndex?.none)
  /// The lock of changes by this cache, which wait for each other. It is held during file operations, but not while
  /// waiting for the folder's lock.
  let turn = Guarded<Void>(())

  static let lock = ".lock"
  static let temporary = ".entry.tmp"

  /// Creates a cache in `folder`. The folder is created when the first entry is written, and listed when the cache is
  /// first used.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - limits: The limits on the size and age of the cache.
  ///   - files: The file system.
  ///   - now: Returns the current time, in seconds since 1970.
  public init(
    folder: String, limits: Limits = Limits(), files: any FileSystem = SystemFileSystem(),
    now: @escaping @Sendable () -> Int
  ) {
    self.folder = folder
    self.limits = limits
    self.files = files
    self.now = now
  }

  /// Returns the entry for a key and marks it as the most recently used. Returns `nil` if there is no valid entry, or
  /// if it can't be read.
  ///
  /// - Complexity: O(bytes of the entry); the first time also O(files of the folder).
  public func entry(for key: String) async -> CacheEntry? {
    await files.blocking { entryNow(key) }
  }

  /// Stores an entry, and replaces an existing one with the same key. Other entries are removed if a limit would be
  /// exceeded.
  ///
  /// - Throws: ``DiskCacheError``. An existing entry is then still there, unless only syncing the folder has failed.
  /// - Complexity: O(bytes of the entry); after changes by other caches also O(files of the folder).
  public func write(_ entry: CacheEntry, for key: String) async throws(DiskCacheError) {
    try await files.blocking { () throws(DiskCacheError) in try writeNow(entry, key) }
  }

  /// Removes the entry for a key. Does nothing if there is none.
  ///
  /// - Throws: ``DiskCacheError``. The entry may then still be there.
  public func remove(_ key: String) async throws(DiskCacheError) {
    try await files.blocking { () throws(DiskCacheError) in try removeNow(key) }
  }

  /// Removes all entries, including those of other caches in the same folder.
  ///
  /// - Throws: ``DiskCacheError``. Some entries may then still be there.
  public func removeAll() async throws(DiskCacheError) {
    try await files.blocking { () throws(DiskCacheError) in
      try removeNow { name, _ in name == Self.temporary || CacheFrame.isName(name) }
    }
  }

  /// Removes all entries whose keys start with `prefix`, and all invalid entries.
  ///
  /// - Throws: ``DiskCacheError``. Some entries may then still be there.
  /// - Complexity: O(files of the folder).
  public func removeAll(withPrefix prefix: String) async throws(DiskCacheError) {
    try await files.blocking { () throws(DiskCacheError) in
      try removeNow(prefix: prefix)
    }
  }

  /// Removes all entries of a group.
  ///
  /// - Throws: ``DiskCacheError``. Some entries may then still be there.
  /// - Complexity: O(removed entries); the first time and after changes by other caches also O(files of the folder).
  package func removeAll(of group: KeyGroup) async throws(DiskCacheError) {
    try await files.blocking { () throws(DiskCacheError) in try removeNow(group) }
  }

  /// Returns the most recently used entries, the last used first. It stops at the first entry with which the total size
  /// of the contents would exceed `bytes`.
  ///
  /// - Complexity: O(bytes read + files of the folder).
  public func latest(upTo bytes: Int) async -> [(key: String, entry: CacheEntry)] {
    await files.blocking { latestNow(bytes) }
  }

  /// The total size of the files in bytes, as far as this cache knows. Files that other caches write are included after
  /// this cache's next write.
  public var size: Int { index.withLock { $0?.size ?? 0 } }

  func removeNow(_ key: String) throws(DiskCacheError) {
    try remove { _ in [CacheFrame.name(of: key)] }
  }

  func removeNow(where isMeant: (String, OpenFile) throws(FileError) -> Bool) throws(DiskCacheError) {
    try remove { folder throws(FileError) in
      var names: [String] = []
      for name in try files.names(in: folder).sorted() where try isMeant(name, folder) { names.append(name) }
      return names
    }
  }

  /// Removes the files that `names` returns, which is called while the folder is locked.
  func remove(_ names: (OpenFile) throws(FileError) -> [String]) throws(DiskCacheError) {
    do throws(FileError) {
      try inFolder(creates: false) { folder throws(FileError) in
        try lockedInTurn(folder) { () throws(FileError) in
          let names = try names(folder)
          if names.isEmpty { return }
          try beginGeneration(folder)
          for name in names { try drop(name, folder) }
          try files.sync(folder)
        }
      }
    } catch { if error.reason != .missing { throw .file(error) } }
  }

  func inFolder<Result>(
    creates: Bool, _ body: (OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    try files.withPrivateFolder(folder, creates: creates, body)
  }

  /// Removes a file from the folder and from the index.
  func drop(_ name: String, _ folder: OpenFile) throws(FileError) {
    _ = try files.remove(name, in: folder)
    index.withLock { $0?.remove(name) }
  }
}
