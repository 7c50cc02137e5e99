import ColmeiaClient
import ReferenceS3

/// Members' photos. They're uploaded to the object store, and downloaded through the image cache.
public struct PhotoService: Sendable {
  /// The object store for photos.
  public let store: ObjectStore
  /// The cache of downloaded photos.
  public let cache: ImageCache
  private let photo: @Sendable (String) async -> PhotoFile?
  private let random: @Sendable () -> Double

  /// The maximum size of a photo in bytes.
  public static let limit = 5 << 20
  /// The prefix that marks a photo's key as an address on a screen. Only the app can load such an address.
  static let addressPrefix = "photo:"

  /// Creates a service for the photos in one bucket.
  ///
  /// - Parameters:
  ///   - store: The bucket.
  ///   - disk: The disk cache for photos, or `nil` to keep them only in memory.
  ///   - photo: Returns the photo that the user has chosen, by its name, or `nil` if there is none.
  ///   - random: Returns a random number in 0..<1, used for the names of new photos.
  public init(
    _ store: ObjectStore, disk: DiskCache? = nil,
    photo: @escaping @Sendable (String) async -> PhotoFile?, random: @escaping @Sendable () -> Double
  ) {
    self.store = store
    self.photo = photo
    self.random = random
    cache = ImageCache(store.signed, disk: disk, limits: .init(imageBytes: Self.limit), now: store.now)
  }

  /// Uploads a file to the store under a new key, and returns the key. `progress` receives whole percents, each once.
  func put(
    _ file: String, of user: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> Result<String, PhotoFailure> {
    let photo: PhotoFile.Checked
    switch await self.photo(file)?.checked(limit: Self.limit) {
    case .success(let found): photo = found
    case .failure(let failure): return .failure(failure)
    case nil: return .failure(.unreadable)
    }
    let name = (0..<4).map { _ in String(UInt32(random() * 0x1p32), radix: 16) }.joined()
    let key = "\(Self.folder(of: user))\(name).\(photo.type == .png ? "png" : "jpg")"
    do throws(ObjectStoreError) {
      let meter = PercentMeter(progress)
      try await store.put(photo.body, at: key, contentType: photo.type.rawValue) { meter.update($0) }
      return .success(key)
    } catch { return .failure(PhotoFailure(error)) }
  }

  /// Removes a photo that a member doesn't use. If that fails, it only takes up space.
  func remove(_ key: String, of user: Int) async {
    if key.hasPrefix(Self.folder(of: user)) { try? await store.delete(key) }
  }

  private static func folder(of user: Int) -> String { "users/\(user)/" }

  /// Downloads a photo into the cache, and returns its size in bytes, or `nil` if the download was cancelled.
  /// `progress` receives whole percents, each once.
  func load(
    _ key: String, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> Result<Int, PhotoFailure>? {
    guard let url = address(of: key) else { return .failure(.refused("NoSuchKey")) }
    let meter = PercentMeter(progress)
    do throws(ImageError) {
      return .success(try await cache.image(at: url, for: .shared) { meter.update($0) }.bytes.count)
    } catch {
      switch error {
      case .cancelled: return nil
      case .transport(let error): return RequestFailure(APIError.transport(error)).map { .failure(.request($0)) }
      case .status(404): return .failure(.refused("NoSuchKey"))
      case .status(let status): return .failure(.request(.status(status)))
      case .empty, .notAnImage: return .failure(.notAnImage)
      case .tooLarge(let limit): return .failure(.tooLarge(limit: limit))
      }
    }
  }

  /// Returns the photo with a key, from the cache if possible, or `nil` if it's unavailable.
  public func bytes(of key: String) async -> [UInt8]? {
    guard let url = address(of: key) else { return nil }
    return try? await cache.image(at: url, for: .shared).bytes
  }

  private func address(of key: String) -> WebAddress? {
    (try? store.address.request(.get, key)).flatMap { WebAddress(rawValue: $0.url) }
  }
}

extension PhotoFailure {
  init(_ error: ObjectStoreError) {
    switch error {
    case .transport(.unreadableBody): self = .unreadable
    case .transport(let error):
      self = .request(RequestFailure(APIError.transport(error)) ?? .unreachable)
    case .refused(let failure): self = .refused(failure.code?.rawValue ?? "\(failure.status)")
    }
  }
}
