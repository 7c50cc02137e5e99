import Foundation
import ReferenceBackend
import Synchronization

/// Serves at a free port until standard input ends, for measurements by external tools; see `.ci/peers`.
func serve(_ name: String?) async -> Int32 {
  // Idle connections stay open between two rounds.
  var limits = ServerLimits()
  (limits.arrival, limits.idle) = (.seconds(600), .seconds(600))
  DescriptorLimit.raise()
  do throws(ServerError) {
    switch name {
    case "greeting": await wait(for: try LoopbackServer(limits: limits) { Greeting() })
    case "echo": await wait(for: try LoopbackServer(limits: limits) { Echo() })
    case "backend":
      let makeContext = contexts()
      await wait(for: try LoopbackServer(limits: limits) { BackendHandler(.demo, makeContext: makeContext) })
    default:
      print("Serve what: greeting, echo or backend?")
      return 2
    }
    return 0
  } catch {
    print(error)
    return 1
  }
}

/// Returns a function that makes request contexts for a back end, each with a different token.
func contexts() -> @Sendable () -> RequestContext {
  let count = RequestCount()
  return {
    let number = count.value.add(1, ordering: .relaxed).newValue
    return RequestContext(date: 1_600_000_000, token: "benchmark-\(number)", salt: [1])
  }
}

private final class RequestCount: Sendable { let value = Atomic(0) }

private func wait<Handler: ServerHandler>(for server: LoopbackServer<Handler>) async {
  print(server.port)
  fflush(nil)
  while readLine() != nil {}
  await server.stop(patience: .zero)
}

/// A handler with the same response to all requests.
private final class Greeting: ServerHandler {
  private let answer = HTTPResponse(
    200, headers: ["Content-Type": "text/plain"], body: Array("hello, world\n".utf8))

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] { [.respond(exchange, answer)] }
}
