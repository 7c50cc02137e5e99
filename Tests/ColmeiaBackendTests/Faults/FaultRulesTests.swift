import ColmeiaHTTP
import Testing

@testable import ColmeiaBackend

@Suite struct FaultRulesTests {
  private let feed = HTTPRequest(.get, path: "/feed", query: "category=pug")
  private let signUp = HTTPRequest(.post, path: "/signup")

  @Test func `Without rules everything passes at once`() {
    var rules = FaultRules()
    #expect(rules.decide(feed, ordinal: 1) == FaultDecision())
    #expect(FaultDecision() == FaultDecision(delay: .zero, outcome: .pass))
  }

  @Test func `A rule fits its endpoint so many times`() throws {
    var rules = FaultRules()
    rules.apply(try FaultCommand(parsing: #"status 503 2 times on "GET /feed""#))
    var statuses: [Int?] = []
    for (number, request) in [feed, signUp, feed, feed].enumerated() {
      if case .answer(let response) = rules.decide(request, ordinal: UInt64(number)).outcome {
        statuses.append(response.status)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.body == Array(#"{"error":{"message":"Fault"},"result":"Erro: Falha"}"#.utf8))
      } else {
        statuses.append(nil)
      }
    }
    #expect(statuses == [503, nil, 503, nil])
    #expect(rules == FaultRules())
  }

  @Test func `Of several rules the oldest that fits is used, of delays and of the others one each`() throws {
    var rules = FaultRules()
    for line in ["cut 1 times", "offline on \"/feed\"", "delay 1s 1 time", "status 500", "delay 2s"] {
      rules.apply(try FaultCommand(parsing: line))
    }
    #expect(rules.decide(signUp, ordinal: 1) == FaultDecision(delay: .seconds(1), outcome: .cut))
    #expect(rules.decide(feed, ordinal: 2) == FaultDecision(delay: .seconds(2), outcome: .refuse))
    guard case .answer(let response) = rules.decide(signUp, ordinal: 3).outcome else {
      Issue.record("the status is expected")
      return
    }
    #expect(response.status == 500)
    rules.apply(.online)
    #expect(rules.rules.map(\.fault) == [.status(500), .delay(.seconds(2)...(.seconds(2)))])
    rules.apply(.clear)
    #expect(rules.decide(feed, ordinal: 4) == FaultDecision())
  }

  @Test func `A delay lies in its range, depends on seed and number only, and differs`() throws {
    let command = try FaultCommand(parsing: "delay 200ms..1s")
    var rules = FaultRules(seed: 3)
    var again = FaultRules(seed: 3)
    var other = FaultRules(seed: 4)
    rules.apply(command)
    again.apply(command)
    other.apply(command)
    let delays = (0..<200).map { rules.decide(feed, ordinal: $0).delay }
    let repeated = (0..<200).map { again.decide(signUp, ordinal: $0).delay }
    let others = (0..<200).map { other.decide(feed, ordinal: $0).delay }
    #expect(delays == repeated)
    #expect(delays != others)
    #expect(delays.allSatisfy { (.milliseconds(200)...(.seconds(1))).contains($0) })
    #expect(Set(delays).count > 190)
    #expect(delays.contains { $0 < .milliseconds(300) } && delays.contains { $0 > .milliseconds(900) })
  }

  @Test func `A rule for no times is none`() {
    var rules = FaultRules()
    rules.apply(.add(FaultRule(.offline, times: 0)))
    #expect(rules == FaultRules())
  }

  @Test func `A path with a star fits all that begin so`() {
    let rule = FaultRule(.cut, path: "/images/*")
    #expect(rule.fits(HTTPRequest(.get, path: "/images/pug/pug-1.png")))
    #expect(rule.fits(HTTPRequest(.head, path: "/images/")))
    #expect(!rule.fits(HTTPRequest(.get, path: "/image")))
    #expect(!FaultRule(.cut, path: "/feed").fits(HTTPRequest(.get, path: "/feed/")))
    #expect(!FaultRule(.cut, method: .get, path: "/feed").fits(HTTPRequest(.head, path: "/feed")))
  }
}
