import ColmeiaBase
import ColmeiaTesting
import Foundation
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

/// A transport that counts how the requests to another transport end.
struct CountingTransport: Transport {
  let base: any Transport
  let begun = Tally()
  let answered = Tally()
  let cancelled = Tally()

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    begun.add()
    do throws(TransportError) {
      let response = try await base.send(request)
      answered.add()
      return response
    } catch {
      if error == .cancelled { cancelled.add() }
      throw error
    }
  }
}

/// A test bench with a temporary folder and a time controlled by the test.
final class ImageBench: Sendable {
  private let root = FileManager.default.temporaryDirectory.appending(
    path: "colmeia-images-\(ProcessInfo.processInfo.globallyUniqueString)"
  ).path
  private let time = Guarded(1_000_000)
  let clock = ManualClock()

  deinit { try? FileManager.default.removeItem(atPath: root) }

  var folder: String { root + "/images" }
  var now: Int {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  func disk(_ limits: DiskCache.Limits = DiskCache.Limits()) -> DiskCache {
    DiskCache(folder: folder, limits: limits) { [self] in now }
  }

  /// Returns a disk cache that cannot write, because there is a file at the path of its folder.
  func brokenDisk() throws -> DiskCache {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: root + "/file"))
    return DiskCache(folder: root + "/file/images") { [self] in now }
  }

  func cache(
    _ transport: any Transport, disk: DiskCache? = nil, _ limits: ImageCache.Limits = ImageCache.Limits(),
    diskFailure: (@Sendable (DiskCacheError) -> Void)? = nil
  ) -> ImageCache {
    ImageCache(transport, disk: disk, limits: limits, diskFailure: diskFailure) { [self] in now }
  }
}

extension ImageCache {
  /// Returns the result of loading an image.
  func result(
    _ address: WebAddress, for owner: CacheOwner = .shared, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async -> Result<LoadedImage, ImageError> {
    do throws(ImageError) { return .success(try await image(at: address, for: owner, progress: progress)) } catch {
      return .failure(error)
    }
  }

  /// Waits until this many callers are waiting for an image.
  func waiters(_ address: WebAddress, reach goal: Int) async {
    await poll(for: "\(goal) that wait") { waiterCount(address) >= goal }
  }

  /// Whether no download is in flight.
  var isIdle: Bool { transfers.isIdle }
}

extension WebAddress {
  static func image(_ name: String) throws -> WebAddress {
    guard let address = WebAddress(rawValue: "http://h/\(name)") else { throw RequestProblem.address(name) }
    return address
  }
}

enum RequestProblem: Error {
  case address(String)
}
