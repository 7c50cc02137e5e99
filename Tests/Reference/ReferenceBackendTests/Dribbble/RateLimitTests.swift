import TestSupport
import Testing

@testable import ReferenceBackend

@Suite struct RateLimitTests {
  /// A back end with a limit of three requests per minute and token.
  private struct Bench {
    var state = Backend.State.demo
    let backend = Backend(dribbble: DribbbleSettings(tokens: ["good", "other"], requestsPerMinute: 3))

    mutating func exchange(_ line: String = "GET v1/shots", _ token: String = "good", at date: Int) -> HTTPResponse {
      let request = DribbbleTests.request(line, token: "Bearer " + token)
      return state.handle(request, RequestContext(date: date, token: "t", salt: []), by: backend)
    }
  }

  private static func limits(_ answer: HTTPResponse) -> [String?] {
    ["Limit", "Remaining", "Reset"].map { answer.headers["X-RateLimit-" + $0] }
  }

  @Test func `A token has a limited number of requests in a minute that begins with its first request`() {
    var bench = Bench()
    for (date, remaining) in [(100, "2"), (101, "1"), (159, "0")] {
      let answer = bench.exchange(at: date)
      #expect(answer.status == 200 && Self.limits(answer) == ["3", remaining, "160"])
    }
    let refused = bench.exchange(at: 159)
    #expect(refused.status == 429 && Self.limits(refused) == ["3", "0", "160"])
    #expect(refused.headers["Retry-After"] == "1")
    #expect(bench.exchange(at: 159).status == 429)
    let again = bench.exchange(at: 170)
    #expect(again.status == 200 && Self.limits(again) == ["3", "2", "230"] && again.headers["Retry-After"] == nil)
  }

  @Test func `Each valid token has its own limit, and invalid tokens have none`() {
    var bench = Bench()
    for _ in 0..<4 { _ = bench.exchange(at: 100) }
    #expect(bench.exchange("GET v1/shots", "other", at: 100).status == 200)
    let bad = bench.exchange("GET v1/shots", "wrong", at: 100)
    #expect(bad.status == 401 && Self.limits(bad) == [nil, nil, nil])
    #expect(bench.state.dribbble.minutes.count == 2)
  }

  @Test func `After too many invalid tokens, all tokens are refused for a minute`() {
    var bench = Bench()
    for number in 1...GuessCount.most {
      #expect(bench.exchange("GET v1/shots", "guess-\(number)", at: 100).status == 401)
    }
    let refused = bench.exchange("GET v1/shots/1", "guess", at: 130)
    #expect(refused.status == 429 && refused.headers["Retry-After"] == "30")
    #expect(Self.limits(refused) == [nil, nil, nil])
    // Accepting the right token would reveal it.
    #expect(bench.exchange(at: 159).status == 429)
    #expect(bench.exchange(at: 160).status == 200)
    #expect(bench.exchange("GET v1/shots", "wrong", at: 161).status == 401)
  }

  @Test func `A missing token doesn't count as a guess`() {
    var bench = Bench()
    let backend = bench.backend
    for _ in 0...GuessCount.most {
      let request = DribbbleTests.request("GET v1/shots", token: nil)
      _ = bench.state.handle(request, RequestContext(date: 100, token: "t", salt: []), by: backend)
    }
    #expect(bench.exchange(at: 100).status == 200)
  }

  @Test func `A wrong token counts as a guess also with HEAD`() {
    var bench = Bench()
    for _ in 1...GuessCount.most { #expect(bench.exchange("HEAD v1/shots", "wrong", at: 100).status == 401) }
    #expect(bench.exchange("HEAD v1/shots", "wrong", at: 100).status == 429)
  }

  @Test func `Failed requests count against the limit, but HEAD doesn't`() {
    var bench = Bench()
    #expect(bench.exchange("GET v1/shots/1", at: 100).status == 404)
    #expect(Self.limits(bench.exchange("GET v1/shots?page=0", at: 100)) == ["3", "1", "160"])
    #expect(Self.limits(bench.exchange("HEAD v1/shots", at: 100)) == ["3", "0", "160"])
    #expect(Self.limits(bench.exchange(at: 100)) == ["3", "0", "160"])
    #expect(bench.exchange("HEAD v1/shots", at: 100).status == 429)
  }

  @Test func `A clock that is set back begins a new minute`() {
    var bench = Bench()
    for _ in 0..<4 { _ = bench.exchange(at: 1_000) }
    #expect(Self.limits(bench.exchange(at: 10)) == ["3", "2", "70"])
  }

  @Test func `At any times of requests, the limit is never exceeded and no request is refused needlessly`() {
    var random = SplitMix(state: 11)
    for _ in 0..<50 {
      var (bench, date, granted) = (Bench(), 0, [Int]())
      bench.state.dribbble.shots = []
      for _ in 0..<60 {
        date += random.pick([0, 0, 1, 7, 30, 59, 60, 61])
        if bench.exchange(at: date).status == 200 {
          granted.append(date)
        } else {
          #expect(granted.suffix(3).allSatisfy { $0 > date - 60 } && granted.count >= 3)
        }
      }
    }
  }

  @Test func `The shots are persisted, but not the usage of tokens`() throws {
    var bench = Bench()
    _ = bench.exchange(at: 100)
    #expect(bench.state != .demo)
    let read = try BackendData.read(try BackendData.write(bench.state))
    #expect(read == .demo && read.dribbble.shots.count == 60)
  }

  @Test func `A shot that occurs twice is refused as damage`() throws {
    var state = Backend.State.demo
    state.dribbble.shots.append(state.dribbble.shots[3])
    let bytes = try BackendData.write(state)
    #expect(throws: BackendDataError.damaged("dribbble: shot 2850427 occurs twice")) { try BackendData.read(bytes) }
  }
}
