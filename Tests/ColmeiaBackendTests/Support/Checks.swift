import ColmeiaHTTP
import Testing

@testable import ColmeiaBackend

/// The checks of one call, in their order: what a request must do to fail each, and the answer then.
///
/// A request that fails several is answered as one that fails the first of them. All combinations are tried.
struct Checks: Sendable, CustomTestStringConvertible {
  struct Check: Sendable {
    var reply: String
    var fail: @Sendable (inout HTTPRequest) -> Void
  }

  /// A request that fails none.
  var request: HTTPRequest
  var success: String
  var checks: [Check]

  var testDescription: String { "\(request)" }

  /// Later checks are failed first, so that a change of an earlier one stands.
  func expectOrder(on world: World) {
    for combination in 0..<(1 << checks.count) {
      let failed = checks.indices.filter { combination >> $0 & 1 == 1 }
      var request = request
      for index in failed.reversed() { checks[index].fail(&request) }
      var world = world
      let before = world.state
      let reply = world.ask(request)
      #expect("\(reply)" == failed.first.map { checks[$0].reply } ?? success, "\(self.request), failed: \(failed)")
      // That passwords were tried is no part of what there is.
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
