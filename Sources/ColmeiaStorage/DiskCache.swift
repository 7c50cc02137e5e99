import ColmeiaSync

/// Entries by key, one file each, in a folder that only this user can enter: what can be had again, kept to be had faster.
///
/// A file that is damaged, or that somebody else has put there, is no entry, and is removed: nobody is told, because
/// nothing is lost that could not be had again. Files with names that are none of a cache's are left alone.
///
/// What was used least recently goes first when there is too much. Uses are not written down: after a start, the entries
/// stand in the order in which they were written. Several caches, also of several processes, may share a folder: each
/// looks for files that the others have added or removed before it writes. That another has replaced an entry by a larger
/// one it sees when it reads that entry, or at the next start; until then the limit may be passed by the difference.
public final class DiskCache: Sendable {
  /// How much is kept, and for how long.
  public struct Limits: Sendable, Hashable {
    /// How many bytes all files may have together.
    public var bytes: Int
    /// How many entries there may be; they are known by name in memory.
    public var entries: Int
    /// After how many seconds an entry is none any more.
    public var age: Int

    /// Limits: 100 MiB, 10,000 entries and 30 days where nothing else is said.
    public init(bytes: Int = 100 << 20, entries: Int = 10_000, age: Int = 30 * 86_400) {
      self.bytes = bytes
      self.entries = entries
      self.age = age
    }
  }

  /// The path of the folder.
  public let folder: String
  /// How much is kept, and for how long.
  public let limits: Limits
  let files: any FileSystem
  let now: @Sendable () -> Int
  /// `nil` until the folder has been listed. Its lock is never held while a file is waited for.
  let index = Guarded(CacheIndex?.none)

  static let lock = ".lock"
  static let temporary = ".entry.tmp"

  /// A cache in `folder`, which is made when the first entry is written, and listed when the cache is used first.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - limits: How much is kept, and for how long.
  ///   - files: Where files are.
  ///   - now: Seconds since 1970.
  public init(
    folder: String, limits: Limits = Limits(), files: any FileSystem = SystemFileSystem(),
    now: @escaping @Sendable () -> Int
  ) {
    self.folder = folder
    self.limits = limits
    self.files = files
    self.now = now
  }

  /// The entry of a key, which is now the last used; `nil` when there is none that is whole, or it cannot be read.
  ///
  /// - Complexity: O(bytes of the entry); the first time also O(files of the folder).
  public func entry(for key: String) async -> CacheEntry? {
    await files.blocking { entryNow(key) }
  }

  /// Keeps an entry, in the place of the one that is there. Others go when there would be too much.
  ///
  /// - Throws: ``DiskCacheError``; then the entry that was there is still there, unless only bringing the folder to the
  ///   disk has failed.
  /// - Complexity: O(bytes of the entry + files of the folder).
  public func write(_ entry: CacheEntry, for key: String) async throws(DiskCacheError) {
    try await files.blocking { () throws(DiskCacheError) in try writeNow(entry, key) }
  }

  /// Forgets the entry of a key; that there is none is fine.
  ///
  /// - Throws: ``DiskCacheError``; then the entry may still be there.
  public func remove(_ key: String) async throws(DiskCacheError) {
    let name = CacheFrame.name(of: key)
    try await files.blocking { () throws(DiskCacheError) in try removeNow { file, _ in file == name } }
  }

  /// Forgets all entries, those of other caches on the same folder too.
  ///
  /// - Throws: ``DiskCacheError``; then some entries may still be there.
  public func removeAll() async throws(DiskCacheError) {
    try await files.blocking { () throws(DiskCacheError) in
      try removeNow { name, _ in name == Self.temporary || CacheFrame.isName(name) }
    }
  }

  /// Forgets all entries whose keys begin with `prefix`, and what is no entry any more.
  ///
  /// - Throws: ``DiskCacheError``; then some entries may still be there.
  /// - Complexity: O(files of the folder).
  public func removeAll(withPrefix prefix: String) async throws(DiskCacheError) {
    try await files.blocking { () throws(DiskCacheError) in try removeNow(keysWith: prefix) }
  }

  /// The entries that were used last, the very last first, up to the first with which their contents would have more than
  /// so many bytes.
  ///
  /// - Complexity: O(bytes read + files of the folder).
  public func latest(upTo bytes: Int) async -> [(key: String, entry: CacheEntry)] {
    await files.blocking { latestNow(bytes) }
  }

  /// How many bytes the files have, as far as this cache knows: what others write it sees when it writes the next time.
  public var size: Int { index.withLock { $0?.size ?? 0 } }

  func removeNow(where isMeant: (String, OpenFile) throws(FileError) -> Bool) throws(DiskCacheError) {
    do throws(FileError) {
      try inFolder(makes: false) { folder throws(FileError) in
        try files.locked(Self.lock, in: folder) { () throws(FileError) in
          for name in try files.names(in: folder).sorted() where try isMeant(name, folder) { try drop(name, folder) }
          try files.sync(folder)
        }
      }
    } catch { if error.reason != .missing { throw .file(error) } }
  }

  func inFolder<Result>(
    makes: Bool, _ body: (OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let handle = try files.openFolder(folder, makes: makes)
    return try files.closing(handle) { () throws(FileError) in try body(handle) }
  }

  /// Removes a file and forgets it.
  func drop(_ name: String, _ folder: OpenFile) throws(FileError) {
    _ = try files.remove(name, in: folder)
    index.withLock { $0?.remove(name) }
  }
}
