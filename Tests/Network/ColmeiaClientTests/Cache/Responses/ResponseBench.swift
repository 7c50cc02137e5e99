import ColmeiaTesting
import TestSupport

@testable import ColmeiaClient
@testable import ColmeiaTransport

/// A test bench with an API client that has a cache, over a stub, with a folder and a clock controlled by the test.
struct ResponseBench {
  let images = ImageBench()
  let stub: StubTransport
  let log = Recorder<DiskCacheError>()

  init(_ rules: StubRule..., clock: ManualClock? = nil) { self.init(rules, clock: clock) }

  init(_ rules: [StubRule], clock: ManualClock? = nil) {
    stub = StubTransport(rules, clock: clock ?? images.clock)
  }

  func cache(_ disk: DiskCache? = nil, memoryLimit: Int = ResponseCache.defaultMemoryLimit) -> ResponseCache {
    let (log, images) = (log, images)
    return ResponseCache(disk: disk ?? images.disk(), memoryLimit: memoryLimit, diskFailure: { log.add($0) }) {
      images.now
    }
  }

  func client(_ cache: ResponseCache?, transport: (any Transport)? = nil) throws -> CachingClient {
    CachingClient(APIClient(transport ?? stub, base: try BaseURL("http://h")), cache: cache)
  }
}

extension CachingClient {
  /// Returns the responses that a call delivers, one line each, and its error.
  func responses(
    _ use: CachePolicy, _ path: EndpointPath = "/a", _ owner: CacheOwner = .account("ana"), saves: Bool = true,
    _ method: HTTPMethod = .get
  ) async -> [String] {
    var lines: [String] = []
    do throws(APIError) {
      try await answers(to: Endpoint<JSON>(method, path), cache: use, for: owner, saves: saves) { answer, source in
        lines.append("\(answer) \(source)")
      }
    } catch {
      switch error {
      case .transport(let error): lines.append("\(error == .cancelled ? "cancelled" : "no answer")")
      case .status(let failure): lines.append("status \(failure.status)")
      case .decoding: lines.append("undecodable")
      case .notSignedIn, .tokenStore, .encoding, .form: lines.append("not sent")
      }
    }
    return lines
  }
}
