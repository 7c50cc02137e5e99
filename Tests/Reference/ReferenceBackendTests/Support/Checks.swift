import Testing

@testable import ReferenceBackend

/// The checks of a request in their order. Each has a change that makes the request fail it, and the resulting
/// response.
///
/// A request that fails several checks must get the response of the first one. All combinations are tried.
struct Checks: Sendable, CustomTestStringConvertible {
  struct Check: Sendable {
    var reply: String
    var fail: @Sendable (inout HTTPRequest) -> Void
  }

  /// A request that passes all checks.
  var request: HTTPRequest
  var success: String
  var checks: [Check]

  var testDescription: String { "\(request)" }

  /// Verifies all combinations. Later checks are failed first, so that their changes don't override those of earlier
  /// ones.
  func expectOrder(on world: World) {
    for combination in 0..<(1 << checks.count) {
      let failed = checks.indices.filter { combination >> $0 & 1 == 1 }
      var request = request
      for index in failed.reversed() { checks[index].fail(&request) }
      var world = world
      let before = world.state
      let reply = world.exchange(request)
      #expect("\(reply)" == failed.first.map { checks[$0].reply } ?? success, "\(self.request), failed: \(failed)")
      // The count of wrong passwords isn't part of the persistent state.
      world.state.eventbee.guesses = before.eventbee.guesses
      #expect(failed.isEmpty || world.state == before)
    }
  }
}

extension Checks.Check {
  static func token(_ token: String?, is reply: String) -> Self {
    Self(reply: reply) { $0.headers["Token"] = token }
  }

  static func path(_ path: String, is reply: String) -> Self { Self(reply: reply) { $0.path = path } }

  static func body(_ body: String, is reply: String) -> Self {
    Self(reply: reply) { $0.body = Array(body.utf8) }
  }

  static func type(_ type: String, is reply: String) -> Self {
    Self(reply: reply) { $0.headers["Content-Type"] = type }
  }

  static func method(_ method: HTTPMethod, is reply: String) -> Self { Self(reply: reply) { $0.method = method } }
}
