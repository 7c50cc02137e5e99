import ColmeiaBase
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

/// A law: for any sequence of requests, removals and restarts, an owner gets the last response to the same request of
/// its own, and never one of another owner or to other values of the header fields that it varies with.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ResponseOwnerModelTests {
  private static let owners: [CacheOwner] = [.shared, .account("ana"), .account("bia"), .account("everybody")]
  private static let lifetime = 50

  /// What a response is kept for.
  private struct Cell: Hashable {
    var owner: CacheOwner
    var path: EndpointPath
    var tenant: String?
  }

  /// A server that gives each response another number.
  private final class NumberServer: Transport {
    private let count = Guarded(0)

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let vary: HTTPHeaders = request.path == "/vary" ? ["Vary": "Accept, Tenant"] : [:]
      var response = HTTPResponse(200, headers: vary, json: JSON(integerLiteral: number))
      response.headers.add("Cache-Control", "max-age=\(ResponseOwnerModelTests.lifetime)")
      return response
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func `Responses are kept apart as a simple model does`(seed: UInt64)
    async throws
  {
    let (bench, server) = (ResponseBench(), NumberServer())
    var (random, kept, sent) = (SplitMix(state: seed), [Cell: (number: Int, time: Int)](), 0)
    var cache = bench.cache()
    for step in 0..<150 {
      let owner = Self.owners[random.below(Self.owners.count)]
      let path: EndpointPath = ["/plain", "/vary", "/other"][random.below(3)]
      let tenant = [nil, "", "1", "2"][random.below(4)]
      let hasSecret = random.below(6) == 0
      var client = try bench.client(cache, transport: server)
      client.client.headers["Tenant"] = tenant
      if hasSecret { client.client.headers["X-API-Key"] = "s3cr3t" }
      switch random.below(16) {
      case 0: cache = bench.cache()
      case 1: cache.removeFromMemory()
      case 2:
        try await cache.removeAll(of: owner)
        kept = kept.filter { $0.key.owner != owner }
      case 3:
        sent += 1
        #expect(await client.responses(.both, path, owner, .post) == ["\(sent) network"], "step \(step)")
        kept = kept.filter { $0.key.path != path }
      case 4, 5: bench.images.now += random.below(40)
      default:
        let isKept = owner != .shared || !hasSecret
        let cell = Cell(owner: owner, path: path, tenant: path == "/vary" ? tenant ?? "none" : nil)
        let found = isKept ? kept[cell].map { (number: $0.number, age: bench.images.now - $0.time) } : nil
        if let found, found.age < Self.lifetime {
          let expected = ["\(found.number) cache(age: \(found.age))"]
          #expect(await client.responses(.cacheFirst, path, owner) == expected, "step \(step)")
        } else {
          sent += 1
          #expect(await client.responses(.cacheFirst, path, owner) == ["\(sent) network"], "step \(step)")
          if isKept { kept[cell] = (sent, bench.images.now) }
        }
      }
      await cache.waitUntilIdle()
    }
    #expect(bench.log.all.isEmpty)
  }
}
