import ColmeiaCache
import ColmeiaClient
import ColmeiaHTTP
import ColmeiaS3
import ColmeiaStorage
import ColmeiaTransport

/// Members' photos: put into the object store, and got through the image cache.
public struct PhotoService: Sendable {
  /// Where photos are kept.
  public let store: ObjectStore
  /// Photos that are here.
  public let cache: ImageCache
  private let read: @Sendable (String) async -> Result<[UInt8], PhotoFailure>
  private let random: @Sendable () -> Double

  /// How many bytes a photo may have.
  public static let limit = 5 << 20
  /// What stands before a photo's key where screens say where it is: only the app can get it.
  static let addressPrefix = "photo:"

  /// Photos of one bucket.
  ///
  /// - Parameters:
  ///   - store: The bucket.
  ///   - disk: Where photos are kept over starts; without one they are not.
  ///   - read: The bytes of a file that the user has chosen, by its name.
  ///   - random: Numbers from 0 up to 1, for the names of new photos.
  public init(
    _ store: ObjectStore, disk: DiskCache? = nil,
    read: @escaping @Sendable (String) async -> Result<[UInt8], PhotoFailure>,
    random: @escaping @Sendable () -> Double
  ) {
    self.store = store
    self.read = read
    self.random = random
    cache = ImageCache(
      SigningTransport(store: store), disk: disk, limits: .init(imageBytes: Self.limit), now: store.now)
  }

  /// Puts a file into the store under a new key. `progress` gets whole percents, each once.
  func put(
    _ file: String, of user: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> Result<String, PhotoFailure> {
    let bytes: [UInt8]
    switch await read(file) {
    case .success(let found): bytes = found
    case .failure(let failure): return .failure(failure)
    }
    if bytes.count > Self.limit { return .failure(.tooLarge(limit: Self.limit)) }
    guard let type = ImageType(of: bytes), type.isPhoto else { return .failure(.notAnImage) }
    let name = (0..<4).map { _ in String(UInt32(random() * 0x1p32), radix: 16) }.joined()
    let key = "users/\(user)/\(name).\(type == .png ? "png" : "jpg")"
    do throws(ObjectStoreError) {
      let meter = PercentMeter(progress)
      try await store.put(bytes, at: key, contentType: type.rawValue) { meter.hear($0) }
      return .success(key)
    } catch { return .failure(PhotoFailure(error)) }
  }

  /// Has the photo of a key in the cache; how many bytes it has. `progress` hears whole percents, each once, while it is
  /// downloaded.
  func load(
    _ key: String, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> Result<Int, PhotoFailure>? {
    guard let url = address(of: key) else { return .failure(.refused("NoSuchKey")) }
    let meter = PercentMeter(progress)
    do throws(ImageError) { return .success(try await cache.image(at: url) { meter.hear($0) }.bytes.count) } catch {
      switch error {
      case .cancelled: return nil
      case .transport(let error): return RequestFailure(APIError.transport(error)).map { .failure(.request($0)) }
      case .status(404): return .failure(.refused("NoSuchKey"))
      case .status(let status): return .failure(.request(.status(status)))
      case .empty: return .failure(.notAnImage)
      case .tooLarge(let limit): return .failure(.tooLarge(limit: limit))
      }
    }
  }

  /// The photo of a key, from the cache where it is there; `nil` when it is not to be had.
  public func bytes(of key: String) async -> [UInt8]? {
    guard let url = address(of: key) else { return nil }
    return try? await cache.image(at: url).bytes
  }

  private func address(of key: String) -> WebAddress? {
    (try? store.address.request(.get, key)).flatMap { WebAddress(rawValue: $0.url) }
  }
}

/// Signs each request for the object store. The cache above it works with unsigned requests.
private struct SigningTransport: Transport {
  let store: ObjectStore

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  nonisolated(nonsending) func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    try await store.transport.send(store.signer.sign(request, at: store.now()), options)
  }
}

extension PhotoFailure {
  init(_ error: ObjectStoreError) {
    switch error {
    case .transport(.unreadableBody), .file: self = .unreadable
    case .transport(let error):
      self = .request(RequestFailure(APIError.transport(error)) ?? .unreachable)
    case .refused(let failure): self = .refused(failure.code?.rawValue ?? "\(failure.status)")
    case .otherPart: self = .refused("InvalidRange")
    case .changed: self = .refused("PreconditionFailed")
    }
  }
}
