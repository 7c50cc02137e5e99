import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaTransport

/// Images by address: from memory, else from disk, else from the server.
///
/// Who asks for an image that is just being downloaded shares the download. One that is cancelled leaves; when the last
/// one has left, the download is cancelled too. What has become too old is asked for again, with its entity tag, so that
/// the server need not send what has not changed (RFC 9110 §13.1.2). An error is given to those who wait, and not kept.
///
/// How long one download may take is the transport's business.
public final class ImageCache: Sendable {
  /// What may be set.
  public struct Limits: Sendable, Hashable {
    /// How many bytes are kept in memory.
    public var memoryBytes: Int
    /// How many bytes one image may have.
    public var imageBytes: Int
    /// For how many seconds an image is used without asking the server.
    public var age: Int

    /// Limits: 50 MiB in memory, 10 MiB for one image, 7 days where nothing else is said.
    public init(memoryBytes: Int = 50 << 20, imageBytes: Int = 10 << 20, age: Int = 7 * 86_400) {
      self.memoryBytes = memoryBytes
      self.imageBytes = imageBytes
      self.age = age
    }
  }

  /// What may be set.
  public let limits: Limits
  let transport: any Transport
  let memory: MemoryCache<String, CacheEntry>
  let disk: DiskCache?
  let now: @Sendable () -> Int
  let diskFailure: (@Sendable (DiskCacheError) -> Void)?
  let transfers = SharedTransfers<Result<LoadedImage, ImageError>>()

  /// A cache over `transport`.
  ///
  /// - Parameters:
  ///   - transport: The way to the servers.
  ///   - disk: Where images are kept over starts; without one they are not.
  ///   - limits: How much is kept, and for how long.
  ///   - diskFailure: Told when an image could not be kept on disk, on any thread; the caller gets it anyway.
  ///   - now: Seconds since 1970.
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

  /// The image at an address. What is in memory comes at once, without suspension.
  ///
  /// - Parameters:
  ///   - address: Where the image is.
  ///   - progress: Called while the image is downloaded, on any thread, from when this caller asked.
  /// - Throws: ``ImageError``; ``ImageError/cancelled`` only if the calling task was cancelled.
  nonisolated(nonsending) public func image(
    at address: WebAddress, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ImageError) -> LoadedImage {
    let key = Self.key(of: address)
    if let entry = inMemory(key), isFresh(entry) { return LoadedImage(entry.bytes, source: .memory) }
    if Task.isCancelled { throw .cancelled }
    let outcome = await transfers.outcome(of: key, progress: progress) { transfer in
      await self.carryOut(key, address, transfer)
    }
    return try (outcome ?? .failure(.cancelled)).get()
  }

  /// Forgets an image, in memory and on disk.
  ///
  /// - Throws: `DiskCacheError`; then the image may still be on disk.
  public func remove(_ address: WebAddress) async throws(DiskCacheError) {
    memory.remove(Self.key(of: address))
    try await disk?.remove(Self.key(of: address))
  }

  /// Forgets what is in memory, such as when memory is short.
  public func removeFromMemory() { memory.removeAll() }

  /// Forgets all images, in memory and on disk. Those being downloaded meanwhile are kept.
  ///
  /// - Throws: `DiskCacheError`; then some images may still be on disk.
  public func removeAll() async throws(DiskCacheError) {
    memory.removeAll()
    try await disk?.removeAll()
  }

  /// Waits until nothing is being downloaded or written any more: what a command does before it ends.
  nonisolated(nonsending) public func waitUntilIdle() async { await transfers.waitUntilIdle() }

  /// What an image is kept under: its absolute address, without what is behind `#`.
  static func key(of address: WebAddress) -> String {
    address.origin + address.path + (address.query.map { "?\($0)" } ?? "")
  }

  /// How many callers wait for an image.
  func waiterCount(_ address: WebAddress) -> Int { transfers.waiterCount(Self.key(of: address)) }

  func inMemory(_ key: String) -> CacheEntry? { memory.value(for: key) }

  func isFresh(_ entry: CacheEntry) -> Bool { entry.isYoung(limits.age, now: now()) }
}
