import ColmeiaBase
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaHTTP
@testable import ColmeiaTransport

@Suite struct RetryTests {
  private let exact = RetryPolicy(attempts: 4, base: .seconds(1), factor: 2, cap: .seconds(3), jitter: 0)

  /// Returns the steps of a machine that receives the same error repeatedly.
  private func steps(_ policy: RetryPolicy, _ method: HTTPMethod = .get, _ error: TransportError = .offline)
    -> [RetryMachine.Step]
  {
    var machine = RetryMachine(policy, method: method)
    return (0..<policy.attempts).map { _ in machine.failed(error, random: 0) }
  }

  @Test func `Delays grow by the factor up to the cap, and there is no retry after the last attempt`() {
    #expect(steps(exact) == [.wait(.seconds(1)), .wait(.seconds(2)), .wait(.seconds(3)), .end])
    #expect(steps(RetryPolicy(attempts: 1)) == [.end])
  }

  private static let errors: [(TransportError, Bool)] = [
    (.offline, true), (.unreachable(.refused, origin: ""), true), (.unreachable(.nameNotFound, origin: ""), true),
    (.unreachable(.connectionLost, origin: ""), true), (.unreachable(.noAnswer, origin: ""), true),
    (.timedOut(after: .seconds(1), origin: ""), true), (.cancelled, false), (.tls(origin: ""), false),
    (.tooLarge(limit: 1, origin: ""), false), (.badRequest(.address()), false), (.badResponse(origin: ""), false),
    (.tooManyRedirects(limit: 1, origin: ""), false), (.shutDown, false), (.failed(code: 1, origin: ""), false),
    (.declined(reason: ""), false), (.noToken(reason: ""), false),
    (.badResponse(origin: "", fault: .damagedContent(coding: "gzip")), false),
  ]

  @Test(arguments: errors) func `Only temporary errors are retried`(error: TransportError, isTried: Bool) {
    #expect(steps(exact, .get, error).first == (isTried ? .wait(.seconds(1)) : .end))
  }

  @Test(arguments: [
    (HTTPMethod.get, true), (.head, true), (.put, true), (.delete, true), (.post, false), (.patch, false),
  ])
  func `Only idempotent methods are retried`(method: HTTPMethod, isTried: Bool) {
    #expect(steps(exact, method).first == (isTried ? .wait(.seconds(1)) : .end))
  }

  private static let answers: [(HTTPResponse, RetryMachine.Step)] = [
    (HTTPResponse(200), .end), (HTTPResponse(404), .end), (HTTPResponse(401), .end), (HTTPResponse(501), .end),
    (HTTPResponse(408), .wait(.seconds(1))), (HTTPResponse(429), .wait(.seconds(1))),
    (HTTPResponse(500), .wait(.seconds(1))),
    (HTTPResponse(502), .wait(.seconds(1))), (HTTPResponse(503), .wait(.seconds(1))),
    (HTTPResponse(504), .wait(.seconds(1))),
    (HTTPResponse(503, headers: ["Retry-After": "0"]), .wait(.seconds(1))),
    (HTTPResponse(503, headers: ["Retry-After": "7"]), .wait(.seconds(7))),
    (HTTPResponse(503, headers: ["retry-after": "60"]), .wait(.seconds(60))),
    (HTTPResponse(503, headers: ["Retry-After": "61"]), .end),
    (HTTPResponse(503, headers: ["Retry-After": "99999999999999999999"]), .end),
    (HTTPResponse(503, headers: ["Retry-After": "9223372036854775807"]), .end),
    (HTTPResponse(503, headers: ["Retry-After": "007"]), .wait(.seconds(7))),
    (HTTPResponse(503, headers: ["Retry-After": "+7"]), .wait(.seconds(1))),
    (HTTPResponse(503, headers: ["Retry-After": "-7"]), .wait(.seconds(1))),
    (HTTPResponse(503, headers: ["Retry-After": "7.5"]), .wait(.seconds(1))),
    (HTTPResponse(503, headers: ["Retry-After": "7, 8"]), .wait(.seconds(1))),
    (HTTPResponse(503, headers: ["Retry-After": "７"]), .wait(.seconds(1))),
    (HTTPResponse(503, headers: ["Retry-After": ""]), .wait(.seconds(1))),
    (HTTPResponse(503, headers: ["Retry-After": "soon"]), .wait(.seconds(1))),
    (
      HTTPResponse(
        503, headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:32 GMT"]),
      .wait(.seconds(5))
    ),
    (
      HTTPResponse(
        503, headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Mon, 07 Nov 1994 08:49:32 GMT"]),
      .wait(.seconds(1))
    ),
    (
      HTTPResponse(
        503, headers: ["Retry-After": "Mon, 07 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:32 GMT"]), .end
    ),
    (HTTPResponse(503, headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]), .wait(.seconds(1))),
    (HTTPResponse(200, headers: ["Retry-After": "7"]), .end),
  ]

  @Test(arguments: answers) func `The delay that a server asks for is respected within the limit`(
    response: HTTPResponse, step: RetryMachine.Step
  ) {
    var machine = RetryMachine(exact, method: .get)
    #expect(machine.answered(response, random: 0) == step)
  }

  @Test(
    arguments: [
      (1, 0, 0.5), (1, 0.5, 0.375), (2, 0, 1), (3, 0.5, 1.5), (6, 0.5, 12), (7, 0, 30), (8, 0.5, 22.5),
      (100, 0.5, 22.5),
    ] as [(Int, Double, Double)])
  func `By default, delays double from half a second to half a minute, and up to half is removed`(
    failures: Int, random: Double, seconds: Double
  ) {
    #expect(RetryPolicy().backoff.delay(after: failures, random: random) == .seconds(seconds))
  }

  @Test func `Jitter removes at most its part of a delay`() {
    let policy = RetryPolicy(attempts: 2, base: .seconds(8), jitter: 0.25)
    for (random, wait) in [(0, 8), (0.5, 7), (1, 6), (2, 6), (-1, 8)] as [(Double, Double)] {
      var machine = RetryMachine(policy, method: .get)
      #expect(machine.failed(.offline, random: random) == .wait(.seconds(wait)))
    }
  }

  @Test func `A policy with invalid values is clamped`() {
    let policy = RetryPolicy(
      attempts: -1, base: .seconds(-1), factor: .nan, cap: .seconds(-5), jitter: .nan, retryAfterLimit: .seconds(-1))
    #expect(policy == RetryPolicy(attempts: 1, base: .zero, factor: 1, cap: .zero, jitter: 0, retryAfterLimit: .zero))
    let endless = RetryPolicy(
      attempts: 3, base: .seconds(Int64.max), factor: .infinity, cap: .seconds(Int64.max), jitter: 9)
    #expect(steps(endless).first == .wait(.seconds(86_400)))
    #expect(endless.jitter == 1)
  }

  @Test
  func `For any policy, delays stay within jitter and cap, never shrink without jitter, and have a bounded sum`() {
    var random = SplitMix(state: 5)
    for _ in 0..<2_000 {
      let policy = RetryPolicy(
        attempts: .random(in: 1...12, using: &random), base: .seconds(Double.random(in: 0...5, using: &random)),
        factor: .random(in: 0.5...4, using: &random), cap: .seconds(Double.random(in: 0...60, using: &random)),
        jitter: .random(in: 0...1, using: &random), retryAfterLimit: .seconds(Double.random(in: 0...90, using: &random))
      )
      var machine = RetryMachine(policy, method: .get)
      var total = Duration.zero
      var count = 0
      var bare = Duration.zero
      for attempt in 1...policy.attempts {
        let asked = Int.random(in: 0...100, using: &random)
        let isAnswered = Bool.random(using: &random)
        let drawn = Double.random(in: 0..<1, using: &random)
        let response = HTTPResponse(503, headers: ["Retry-After": "\(asked)"])
        let step = isAnswered ? machine.answered(response, random: drawn) : machine.failed(.offline, random: drawn)
        guard case .wait(let wait) = step else {
          #expect(attempt == policy.attempts || isAnswered && .seconds(asked) > policy.retryAfterLimit)
          break
        }
        let next = policy.backoff.delay(after: attempt, random: 0)
        #expect(next >= bare && next <= policy.cap)
        bare = next
        let least = next.inSeconds * (1 - policy.jitter) - 1e-6
        if isAnswered {
          #expect(wait >= .seconds(asked) && wait <= max(next, .seconds(asked)))
        } else {
          #expect(wait.inSeconds >= least && wait.inSeconds <= next.inSeconds + 1e-6)
        }
        total += wait
        count += 1
      }
      #expect(count <= policy.attempts - 1)
      #expect(total.inSeconds <= max(policy.cap, policy.retryAfterLimit).inSeconds * Double(policy.attempts - 1) + 1e-6)
    }
  }

  private static let dates: [(String, Int?)] = [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
    ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800), ("Fri, 31 Dec 2100 23:59:60 GMT", 4_133_980_800),
    ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Sun Nov 16 08:49:37 1994", 784_975_777), ("Sun, 06 Nov 1994 08:49:37 UTC", nil),
    ("Tuesday, 01-Jan-69 00:00:00 GMT", 3_124_224_000), ("Thursday, 01-Jan-70 00:00:00 GMT", 0),
    ("Sun, 06-Nov-1994 08:49:37 GMT", nil), ("Sun, 06 Nov 94 08:49:37 GMT", nil),
    ("SUN, 06 NOV 1994 08:49:37 gmt", 784_111_777), ("sunday, 06-nov-94 08:49:37 GMT", 784_111_777),
    ("Sun 06 Nov 1994 08:49:37 GMT", nil), ("Sun, 06  Nov 1994 08:49:37 GMT", nil), ("06 Nov 1994 08:49:37 GMT", nil),
    ("Sunday, 06 Nov 1994 08:49:37 GMT", nil), ("Sun, 06-Nov-94 08:49:37 GMT", nil),
    ("Sun, 06 Nov 1994 8:49:37 GMT", nil), ("Sun, 06 Nov 1994 08.49.37 GMT", nil), ("Sun Nov 6 08:49:37 1994", nil),
    ("Sun, 06 Nov 1994 08:49:37 +0200", nil), ("0", nil),
    ("Sun, 6 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 GMT GMT", nil),
    ("Some, 06 Nov 1994 08:49:37 GMT", nil), ("GMT Sun, 06 Nov 1994 08:49:37", nil),
    ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
    ("Sun, 06 Xyz 1994 08:49:37 GMT", nil), ("Fri, 30 Feb 2001 00:00:00 GMT", nil), ("", nil),
    ("Sun, +6 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
  ]

  @Test(arguments: dates) func `An HTTP date is parsed, and any other text is rejected`(text: String, seconds: Int?) {
    #expect(HTTPDate.seconds(text) == seconds)
  }
}
