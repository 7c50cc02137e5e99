import ColmeiaBase
import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaTransport

/// A cache that loads images by address from memory, from disk or from the server, separate for each owner.
///
/// Callers that ask for the same image at the same time share one download. If all of them are cancelled, the download
/// is cancelled too. An image that is too old, by the limit or by its `Cache-Control`, is requested again with its
/// entity tag, so the server does not have to send an unchanged image (RFC 9110 §13.1.2). Errors are delivered to the
/// waiting callers and are not cached, and neither is an image whose response has the directive `no-store`, or `private`
/// if everybody is its owner.
///
/// The transport determines how long a download may take.
public final class ImageCache: Sendable {
  /// The limits of an image cache.
  public struct Limits: Sendable, Hashable {
    /// The maximum number of bytes in memory.
    public var memoryBytes: Int
    /// The maximum number of bytes in one image.
    public var imageBytes: Int
    /// The number of seconds for which an image is used without asking the server, unless its response states fewer.
    public var age: Int

    /// Creates limits. By default, 50 MiB in memory, 10 MiB for one image, and 7 days.
    public init(memoryBytes: Int = 50 << 20, imageBytes: Int = 10 << 20, age: Int = 7 * 86_400) {
      self.memoryBytes = memoryBytes
      self.imageBytes = imageBytes
      self.age = age
    }
  }

  /// The limits of the cache.
  public let limits: Limits
  let transport: any Transport
  let memory: MemoryCache<String, CacheEntry>
  /// An image that was removed since its download began is not cached. Locked before the memory.
  let changes = Guarded(CacheChanges())
  let disk: DiskCache?
  let now: @Sendable () -> Int
  let diskFailure: (@Sendable (DiskCacheError) -> Void)?
  let transfers = SharedTransfers<Result<LoadedImage, ImageError>>()

  /// Creates a cache that loads images with `transport`.
  ///
  /// - Parameters:
  ///   - transport: The transport that downloads the images.
  ///   - disk: The disk cache that keeps images between launches, or `nil` to keep them in memory only.
  ///   - limits: The limits of the cache.
  ///   - diskFailure: A callback, called on any thread if an image cannot be written to disk. The caller still gets the
  ///     image.
  ///   - now: Returns the time in seconds since 1970.
  public init(
    _ transport: any Transport, disk: DiskCache? = nil, limits: Limits = Limits(),
    diskFailure: (@Sendable (DiskCacheError) -> Void)? = nil, now: @escaping @Sendable () -> Int
  ) {
    self.transport = transport
    self.disk = disk
    self.limits = limits
    self.diskFailure = diskFailure
    self.now = now
    memory = MemoryCache(limit: limits.memoryBytes)
  }

  /// Returns the image at an address. An image in memory is returned without suspension.
  ///
  /// - Parameters:
  ///   - address: The address of the image.
  ///   - owner: The owner of the image: the account that is signed in, unless everybody may see the image. No other owner
  ///     gets it from the cache.
  ///   - progress: A callback for the progress of the download, called on any thread. It starts when this caller joins.
  /// - Throws: ``ImageError``. ``ImageError/cancelled`` is thrown only if the calling task was cancelled.
  nonisolated(nonsending) public func image(
    at address: WebAddress, for owner: CacheOwner, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ImageError) -> LoadedImage {
    let key = Self.key(of: address, owner)
    if let entry = inMemory(key), isFresh(entry) { return LoadedImage(entry.bytes, source: .memory) }
    if Task.isCancelled { throw .cancelled }
    let outcome = await transfers.outcome(of: key, progress: progress) { transfer in
      await self.carryOut(key, address, isOwned: owner != .shared, transfer)
    }
    return try (outcome ?? .failure(.cancelled)).get()
  }

  /// Removes an image of an owner from memory and from disk. If it is being downloaded or written, it is not cached.
  ///
  /// - Throws: `DiskCacheError` if the image may still be on disk.
  public func remove(_ address: WebAddress, of owner: CacheOwner) async throws(DiskCacheError) {
    let key = Self.key(of: address, owner)
    try await remove { changes, memory in
      changes.change(key)
      memory.remove(key)
    } and: { disk throws(DiskCacheError) in
      try await disk.remove(key)
    }
  }

  /// Removes all images of an owner from memory and from disk, for example when the user signs out. Images that are
  /// being downloaded or written are not cached.
  ///
  /// - Throws: `DiskCacheError` if some images may still be on disk.
  /// - Complexity: O(*n*), where *n* is the number of files in the folder.
  public func removeAll(of owner: CacheOwner) async throws(DiskCacheError) {
    let prefix = ResponseKey.prefix(owner)
    try await remove { changes, memory in
      changes.removeAll(withPrefix: prefix)
      memory.removeAll { $0.utf8.starts(with: prefix.utf8) }
    } and: { disk throws(DiskCacheError) in
      try await disk.removeAll(withPrefix: prefix)
    }
  }

  /// Removes all images from memory, for example when memory is low. Those on disk are kept.
  public func removeFromMemory() { memory.removeAll() }

  /// Removes all images from memory and from disk. Images that are being downloaded or written are not cached.
  ///
  /// - Throws: `DiskCacheError` if some images may still be on disk.
  public func removeAll() async throws(DiskCacheError) {
    try await remove { changes, memory in
      changes.removeAll()
      memory.removeAll()
    } and: { disk throws(DiskCacheError) in
      try await disk.removeAll()
    }
  }

  private func remove(
    _ fromMemory: (inout CacheChanges, MemoryCache<String, CacheEntry>) -> Void,
    and fromDisk: (DiskCache) async throws(DiskCacheError) -> Void
  ) async throws(DiskCacheError) {
    changes.withLock { fromMemory(&$0, memory) }
    // An image that was read from disk meanwhile may be in memory again.
    defer { changes.withLock { fromMemory(&$0, memory) } }
    if let disk { try await fromDisk(disk) }
  }

  /// Waits until no image is being downloaded or written, for example before a command-line tool exits.
  nonisolated(nonsending) public func waitUntilIdle() async { await transfers.waitUntilIdle() }

  /// Returns the key of an image: its owner's prefix, and its absolute address without the fragment.
  static func key(of address: WebAddress, _ owner: CacheOwner) -> String {
    ResponseKey.prefix(owner) + address.origin + address.path + (address.query.map { "?\($0)" } ?? "")
  }

  /// Returns the number of callers that are waiting for an image.
  func waiterCount(_ address: WebAddress) -> Int { transfers.waiterCount(Self.key(of: address, .shared)) }

  func inMemory(_ key: String) -> CacheEntry? { memory.value(for: key) }

  func isFresh(_ entry: CacheEntry) -> Bool { entry.isFresh(limits.age, now: now()) }
}
