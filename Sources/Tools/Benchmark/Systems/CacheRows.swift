import ColmeiaClient
import Foundation

/// Rows for responses of the size of the dog feed: 12 URLs in about 700 bytes. The baseline makes the same call over a
/// transport that answers immediately.
func cachedAnswers() -> [Row] {
  [
    Row("hn", "baseline: a call whose answer comes at once, decoded", changesThreads: true) {
      let client = cachedClient(nil)
      return { n in
        for _ in 0..<n { keep(try? await client.client.send(feed).count) }
      }
    },
    Row("hm", "the same from memory", changesThreads: true) {
      let client = cachedClient(ResponseCache { 1_000 })
      return { n in await readKept(n, client) { _ in } }
    },
    Row("hd", "the same from disk", changesThreads: true) {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "colmeia-benchmark-\(ProcessInfo.processInfo.globallyUniqueString)")
      let cache = ResponseCache(disk: DiskCache(folder: folder.path) { 1_000 }) { 1_000 }
      let client = cachedClient(cache)
      let rest = Rest(folder: folder)
      return { n in
        await readKept(n, client) { _ in cache.removeFromMemory() }
        keep(rest)
      }
    },
  ]
}

private let feed = Endpoint<[WebAddress]>.get("/feed")

private func readKept(_ n: Int, _ client: CachingClient, before: (Int) -> Void) async {
  for i in 0..<n {
    before(i)
    try? await client.answers(to: feed, cache: .cacheFirst, for: .account("ana")) { answer, _ in keep(answer.count) }
  }
}

private func cachedClient(_ cache: ResponseCache?) -> CachingClient {
  let list = (1...12).map { JSON.string("https://images.example/breeds/husky/n02110185_100\($0).jpg") }
  guard let base = try? BaseURL("http://h") else { preconditionFailure("not an address") }
  return CachingClient(APIClient(AtOnce(response: HTTPResponse(json: .array(list))), base: base), cache: cache)
}

private struct AtOnce: Transport {
  let response: HTTPResponse
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { response }
}

/// Removes the folder when the row has been measured.
private final class Rest: Sendable {
  let folder: URL
  init(folder: URL) { self.folder = folder }
  deinit { try? FileManager.default.removeItem(at: folder) }
}
