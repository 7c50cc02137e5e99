import Testing

@testable import ColmeiaClient

/// Tests of each row of the policy, input by input.
@Suite struct ResponseFlowTests {
  private let now = 1_000

  private func record(
    _ control: String? = nil, tag: String? = "\"1\"", age: Int = 10, _ more: HTTPHeaders = [:]
  ) -> ResponseRecord {
    var headers = more
    headers["ETag"] = tag
    headers["Cache-Control"] = control
    return ResponseRecord(HTTPResponse(200, headers: headers, body: [1]), now: now - age)
  }

  private let tag: HTTPHeaders = ["If-None-Match": "\"1\""]

  private func steps(
    _ use: CachePolicy, _ record: ResponseRecord?, readable: Bool = true, asked: String? = nil
  ) -> [ResponseFlow.Step] {
    var headers = HTTPHeaders()
    headers["Cache-Control"] = asked
    var flow = ResponseFlow(use, CacheControl(headers))
    var steps = [flow.begin()]
    while steps.count < 5 {
      switch steps[steps.count - 1] {
      case .lookUp: steps.append(flow.handle(record, now: now))
      case .deliver: steps.append(flow.delivered(readable))
      case .request, .end: return steps
      }
    }
    return steps
  }

  @Test func `Network-only does not look into the cache`() {
    #expect(steps(.networkOnly, record()) == [.request([:])])
  }

  @Test func `Cache-first delivers the cached response, and asks the server only if there is none`() {
    #expect(steps(.cacheFirst, record()) == [.lookUp, .deliver(record(), age: 10), .end])
    #expect(steps(.cacheFirst, nil) == [.lookUp, .request([:])])
  }

  @Test func `CachePolicy.both delivers the cached response and asks the server to confirm it`() {
    #expect(steps(.both, record()) == [.lookUp, .deliver(record(), age: 10), .request(tag)])
    #expect(steps(.both, record(tag: nil)) == [.lookUp, .deliver(record(tag: nil), age: 10), .request([:])])
    #expect(steps(.both, nil) == [.lookUp, .request([:])])
  }

  @Test func `An expired response is not used alone, but delivered with its age`() {
    let old = record("max-age=10")
    #expect(steps(.cacheFirst, old) == [.lookUp, .request(tag)])
    #expect(steps(.both, old) == [.lookUp, .deliver(old, age: 10), .request(tag)])
    let young = record("max-age=11")
    #expect(steps(.cacheFirst, young) == [.lookUp, .deliver(young, age: 10), .end])
    #expect(steps(.cacheFirst, record("max-age=0", age: 0)) == [.lookUp, .request(tag)])
  }

  @Test(arguments: CachePolicy.allCases) func `An expired response that must be confirmed is not delivered before`(
    use: CachePolicy
  ) {
    #expect(steps(use, record("max-age=10, Must-Revalidate")).last == .request(use == .networkOnly ? [:] : tag))
    #expect(steps(use, record("max-age=10, must-revalidate")).count == (use == .networkOnly ? 1 : 2))
    let young = record("max-age=11, must-revalidate")
    if use != .networkOnly { #expect(steps(use, young)[1] == .deliver(young, age: 10)) }
  }

  @Test(
    arguments: [
      ("min-fresh=5", "max-age=15", true), ("min-fresh=5", "max-age=14", false), ("min-fresh=5", nil, true),
      ("min-fresh=0", "max-age=10", false), ("min-fresh=0", "max-age=11", true), ("min-fresh=x", "max-age=99", false),
      ("min-fresh=1, min-fresh=5", "max-age=14", false), ("min-fresh", "max-age=99", false),
    ] as [(String, String?, Bool)])
  func `A request with min-fresh gets no response that expires earlier`(asked: String, said: String?, isFresh: Bool) {
    let record = record(said)
    let delivered = ResponseFlow.Step.deliver(record, age: 10)
    #expect(
      steps(.cacheFirst, record, asked: asked) == [.lookUp, isFresh ? delivered : .request(tag)]
        + (isFresh ? [.end] : []))
    if asked != "min-fresh=0" {
      #expect(steps(.both, record, asked: asked) == [.lookUp] + (isFresh ? [delivered] : []) + [.request(tag)])
    }
  }

  @Test func `A request with only-if-cached asks only without a usable response, to be refused`() {
    for use in [CachePolicy.cacheFirst, .both] {
      #expect(steps(use, record(), asked: "only-if-cached") == [.lookUp, .deliver(record(), age: 10), .end])
      #expect(steps(use, nil, asked: "only-if-cached") == [.lookUp, .request([:])])
    }
  }

  @Test func `Without a max-age, a response expires at its date, and an invalid date has passed`() {
    let date = { HTTPDate.text($0) }
    func isFresh(_ headers: HTTPHeaders, _ control: String? = nil, age: Int = 10) -> Bool {
      let record = record(control, age: age, headers)
      return steps(.cacheFirst, record) == [.lookUp, .deliver(record, age: age), .end]
    }
    #expect(isFresh(["Expires": date(now + 1)]) && !isFresh(["Expires": date(now)]))
    // The server's clock is an hour ahead.
    #expect(isFresh(["Expires": date(now + 3_601), "Date": date(now + 3_590)]))
    #expect(!isFresh(["Expires": date(now + 3_600), "Date": date(now + 3_590)]))
    for text in ["0", "-1", "", date(0)] { #expect(!isFresh(["Expires": text], age: 0)) }
    #expect(isFresh(["Expires": "0"], "max-age=11") && !isFresh(["Expires": date(now + 1)], "max-age=10"))
    #expect(isFresh(["Expires": date(now + 1), "Date": "yesterday"]))
    // Without a date, the response is from when it arrived, and its age counts in addition.
    for fields in [[:], ["Date": "yesterday"]] as [HTTPHeaders] {
      for (age, isFresh) in [("9", true), ("10", false)] {
        var fields = fields
        (fields["Expires"], fields["Age"]) = (date(now + 10), age)
        #expect((steps(.cacheFirst, record(age: 0, fields)).last == .end) == isFresh)
        let known = record("max-age=0").confirmed(by: HTTPResponse(304, headers: fields), now: now)
        #expect(known.lifetime == 0, "the max-age of the confirmed response goes on")
        #expect(
          (steps(.cacheFirst, record().confirmed(by: HTTPResponse(304, headers: fields), now: now)).last == .end)
            == isFresh)
      }
    }
  }

  @Test func `A confirmation without dates does not postpone the date at which a response expires`() {
    let known = record(age: 10, ["Expires": HTTPDate.text(now + 5), "Date": HTTPDate.text(now - 10)])
    #expect(known.lifetime == 15)
    #expect(known.confirmed(by: HTTPResponse(304), now: now).lifetime == 5)
  }

  @Test(arguments: CachePolicy.allCases) func `A no-cache response is not delivered unconfirmed`(use: CachePolicy) {
    let steps = steps(use, record("no-cache"))
    #expect(steps.last == .request(use == .networkOnly ? [:] : tag) && steps.count <= 2)
  }

  @Test func `A response from the future has no age and is confirmed first`() {
    #expect(steps(.both, record(age: -1)) == [.lookUp, .request(tag)])
  }

  @Test func `A response that cannot be decoded is requested as if it were missing`() {
    #expect(steps(.both, record(), readable: false) == [.lookUp, .deliver(record(), age: 10), .request([:])])
    #expect(steps(.cacheFirst, record(), readable: false) == [.lookUp, .deliver(record(), age: 10), .request([:])])
  }

  @Test func `A confirmation applies only to a record whose conditions were sent`() {
    var flow = ResponseFlow(.both)
    _ = flow.begin()
    _ = flow.handle(record(tag: nil), now: now)
    _ = flow.delivered(true)
    #expect(flow.known == nil)
    var other = ResponseFlow(.both)
    _ = other.begin()
    _ = other.handle(record(), now: now)
    _ = other.delivered(true)
    #expect(other.known == record())
  }

  @Test func `Inputs out of order have no effect`() {
    var flow = ResponseFlow(.networkOnly)
    let early = flow.delivered(true)
    _ = flow.begin()
    let (again, late) = (flow.begin(), flow.handle(record(), now: now))
    #expect(early == .end && again == .end && late == .end)
  }

  private func verdict(
    _ status: Int, _ headers: HTTPHeaders = [:], known: ResponseRecord? = nil, saves: Bool = true, owned: Bool = true,
    isGood: Bool = true, from origin: String? = nil, isRedirected: Bool = false
  ) -> ResponseVerdict {
    var response = HTTPResponse(status, headers: headers, body: [2])
    (response.origin, response.redirectedURL) = (origin, isRedirected ? "http://h/b" : nil)
    return ResponseVerdict.of(response, known: known, .init(saves: saves, isOwned: owned, now: now)) { _ in isGood }
  }

  private func keeps(_ verdict: ResponseVerdict) -> Bool { if case .keep = verdict { true } else { false } }

  @Test func `A decodable success is cached unless the call or the server forbids it`() {
    #expect(keeps(verdict(200)) && keeps(verdict(204)))
    #expect(keeps(verdict(200, ["Cache-Control": "private, no-cache, max-age=0"])))
    #expect(verdict(200, saves: false) == .nothing)
    #expect(verdict(200, isGood: false) == .nothing)
    #expect(verdict(206) == .nothing)
    #expect(verdict(201) == .forget && verdict(202) == .forget && verdict(205) == .forget && keeps(verdict(203)))
    #expect(keeps(verdict(202, ["Cache-Control": "max-age=5"])) && keeps(verdict(201, ["Expires": "0"])))
    #expect(verdict(200, ["Cache-Control": "No-Store"]) == .forget)
    #expect(verdict(200, ["Cache-Control": "private"], owned: false) == .forget)
    #expect(keeps(verdict(200, owned: false)))
    #expect(verdict(200, ["Vary": "Accept, *"]) == .forget)
  }

  @Test func `A response of another server is not cached, and does not say that one may no longer be seen`() {
    #expect(verdict(200, from: "http://other") == .forget)
    #expect(verdict(401, from: "http://other") == .nothing)
    #expect(verdict(304, known: record(), from: "http://other") == .nothing)
  }

  @Test func `A response of another address is neither cached, nor does it confirm the cached one`() {
    #expect(verdict(200, isRedirected: true) == .forget)
    #expect(verdict(304, known: record(), isRedirected: true) == .nothing)
  }

  @Test(
    arguments: [
      ("\"1\"", "\"1\"", true), ("\"1\"", "\"2\"", false), ("\"1\"", "W/\"1\"", true), ("\"1\"", "W/\"2\"", false),
      ("W/\"1\"", "W/\"1\"", true), ("W/\"1\"", "\"1\"", false), ("\"1\"", nil, true), (nil, nil, true),
      (nil, "\"1\"", false),
    ] as [(String?, String?, Bool)])
  func `A response with another entity tag confirms nothing`(known: String?, tag: String?, isConfirmed: Bool) {
    var headers = HTTPHeaders()
    headers["ETag"] = tag
    #expect((verdict(304, headers, known: record(tag: known)) == .nothing) != isConfirmed)
  }

  @Test(
    arguments: [(nil, "a", true), (nil, nil, true), (nil, "b", false), ("\"1\"", "b", true)]
      as [(String?, String?, Bool)])
  func `Without entity tags, a response with another date confirms nothing`(tag: String?, date: String?, confirms: Bool)
  {
    var headers = HTTPHeaders()
    headers["Last-Modified"] = date
    #expect((verdict(304, headers, known: record(tag: tag, ["Last-Modified": "a"])) == .nothing) != confirms)
  }

  @Test(arguments: [401, 403, 404, 410]) func `A response that may no longer be seen is removed`(status: Int) {
    #expect(verdict(status) == .forget)
  }

  @Test(arguments: [304, 400, 429, 500, 503, 302]) func `Other failures keep the cached response`(status: Int) {
    #expect(verdict(status) == .nothing)
  }

  @Test func `A confirmation resets the age and updates the header fields`() {
    let known = record("max-age=9")
    let confirmed = verdict(304, ["ETag": "W/\"1\"", "Cache-Control": "max-age=60", "Age": "7"], known: known)
    guard case .confirmed(let record, keeps: true) = confirmed else {
      Issue.record("\(confirmed)")
      return
    }
    #expect(record.body == [1] && record.status == 200 && record.written == now - 7)
    #expect(record.conditions == ["If-None-Match": "W/\"1\""] && record.control.maxAge == 60)
    #expect(
      verdict(304, ["Cache-Control": "no-store"], known: known)
        == .confirmed(
          known.confirmed(by: HTTPResponse(304, headers: ["Cache-Control": "no-store"]), now: now), keeps: false)
    )
  }
}

@Suite struct CacheControlTests {
  private func control(_ values: String...) -> CacheControl {
    CacheControl(HTTPHeaders(values.map { HTTPHeaders.Field("cache-control", $0) }))
  }

  @Test(
    arguments: [
      ("max-age=60", 60), ("MAX-AGE = \"60\"", 60), ("max-age=60, max-age=5", 5), ("max-age=x", 0), ("max-age", 0),
      ("max-age=-1", 0), ("max-age=+1", 0), ("max-age=1.5", 0), ("max-age=\" 1\"", 0), ("max-age=0x1", 0),
      ("max-age=９", 0), ("max-age=007", 7), ("max-age=99999999999999999999", Int.max), ("s-maxage=1", nil), ("", nil),
      ("x=\"max-age=1, no-store\"", nil), (" , ,max-age=3,", 3),
    ] as [(String, Int?)])
  func `The smallest age applies, and an invalid age counts as 0`(text: String, age: Int?) {
    #expect(control(text).maxAge == age)
    #expect(!control(text).noStore)
  }

  @Test func `Directives are found in any case and any field, even if they name fields of their own`() {
    let all = control("No-Store", "no-cache=\"Set-Cookie, X\" , PRIVATE")
    #expect(all.noStore && all.noCache && all.isPrivate)
    #expect(control("must-revalidate").mustRevalidate && control("x, Only-If-Cached").onlyIfCached)
    for text in ["max-age=60, x=\"abc, no-cache", "max-age=60, private=\"", "max-age=60, x=\"a\\"] {
      #expect(control(text).noStore, "a quoted value without an end may have swallowed anything")
    }
    #expect(control("public, proxy-revalidate, immutable, max-stale=9") == control())
  }
}
