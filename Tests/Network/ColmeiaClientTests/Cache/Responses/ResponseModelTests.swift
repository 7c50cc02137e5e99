import TestSupport
import Testing

@testable import ColmeiaClient

/// A law: whatever servers say, requests ask and the clock shows, a cached response is delivered, confirmed and kept as
/// the arithmetic of RFC 9111 says, which is written here once more, from what was said and not from header fields.
@Suite struct ResponseModelTests {
  /// What a server says about a response, and when it arrived.
  private struct Said {
    var maxAges: [Int] = []
    var expires, date, age: Int?
    var directives: Set<String> = []
    var tag: String?
    var arrived = 0
    var delay = 0

    static func random(_ random: inout SplitMix, now: Int) -> Said {
      var said = Said(arrived: now, delay: max(0, random.below(5) - 2))
      said.maxAges = (0..<max(0, random.below(4) - 1)).map { _ in random.below(60) }
      if random.below(3) == 0 { said.expires = now + random.below(80) - 30 }
      if random.below(2) == 0 { said.date = now + random.below(40) - 30 }
      if random.below(3) == 0 { said.age = random.below(30) }
      for name in ["no-cache", "no-store", "private", "must-revalidate"] where random.below(6) == 0 {
        said.directives.insert(name)
      }
      if random.below(4) > 0 { said.tag = "\"\(random.below(2))\"" }
      return said
    }

    var headers: HTTPHeaders {
      var headers = HTTPHeaders()
      for age in maxAges { headers.add("Cache-Control", "x, max-age=\(age)") }
      if !directives.isEmpty { headers.add("cache-control", directives.sorted().joined(separator: " ,")) }
      headers["Expires"] = expires.map(HTTPDate.text)
      headers["Date"] = date.map(HTTPDate.text)
      headers["Age"] = age.map(String.init) ?? (arrived.isMultiple(of: 2) ? "x" : nil)
      headers["ETag"] = tag
      return headers
    }

    /// RFC 9111 §4.2.3.
    private var initialAge: Int { max(0, arrived - (date ?? arrived), (age ?? 0) + delay) }
    func age(_ now: Int) -> Int { initialAge + now - arrived }

    /// RFC 9111 §4.2.1, with RFC 9110 §6.6.1 for a missing date.
    var lifetime: Int? { maxAges.min() ?? expires.map { $0 - (date ?? arrived) } }

    /// RFC 9111 §3.2, for a response with status 304.
    func updated(by other: Said) -> Said {
      var new = other
      if other.maxAges.isEmpty, other.directives.isEmpty { (new.maxAges, new.directives) = (maxAges, directives) }
      new.expires = other.expires ?? expires
      new.tag = other.tag ?? tag
      return new
    }
  }

  /// What a request asks, with `nil` for nothing.
  private struct Asked {
    var maxAge, minFresh: Int?
    var noCache = false

    static func random(_ random: inout SplitMix) -> Asked {
      var asked = Asked()
      if random.below(5) == 0 { asked.maxAge = random.below(40) }
      if random.below(5) == 0 { asked.minFresh = 1 + random.below(40) }
      asked.noCache = random.below(10) == 0
      return asked
    }

    var headers: HTTPHeaders {
      var texts = noCache ? ["no-cache"] : []
      if let maxAge { texts.append("Max-Age=\(maxAge)") }
      if let minFresh { texts.append("min-fresh=\"\(minFresh)\"") }
      return texts.isEmpty ? [:] : ["Cache-Control": texts.joined(separator: ", ")]
    }

    /// Whether a response may be delivered before the server confirms it.
    func mayUse(_ said: Said, _ use: CachePolicy, now: Int) -> Bool {
      let age = said.age(now)
      if age < 0 || noCache || said.directives.contains("no-cache") { return false }
      if let maxAge, maxAge == 0 || age > maxAge { return false }
      if let lifetime = said.lifetime, let minFresh, lifetime < age + minFresh { return false }
      if let lifetime = said.lifetime, age >= lifetime {
        return use == .both && !said.directives.contains("must-revalidate")
      }
      return true
    }
  }

  private func steps(_ use: CachePolicy, _ asked: Asked, _ known: ResponseRecord?, now: Int) -> [ResponseFlow.Step] {
    var flow = ResponseFlow(use, CacheControl(asked.headers))
    var steps = [flow.begin()]
    while true {
      switch steps[steps.count - 1] {
      case .lookUp: steps.append(flow.handle(known, now: now))
      case .deliver: steps.append(flow.delivered(true))
      case .request, .end: return steps
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `The cache follows RFC 9111's arithmetic`(seed: UInt64) {
    var (random, now, delivered, confirmed) = (SplitMix(state: seed), 1_000_000, 0, 0)
    var (record, model): (ResponseRecord?, Said?) = (nil, nil)
    for step in 0..<400 {
      now += random.below(40) - 8
      let use = CachePolicy.allCases[random.below(3)]
      let asked = Asked.random(&random)
      let conditions: HTTPHeaders = model?.tag.map { ["If-None-Match": $0] } ?? [:]
      var expected: [ResponseFlow.Step] = use == .networkOnly ? [.request([:])] : [.lookUp]
      if use != .networkOnly, let model, let record, asked.mayUse(model, use, now: now) {
        expected.append(.deliver(record, age: model.age(now)))
        delivered += 1
        if use == .cacheFirst { expected.append(.end) }
      }
      if use != .networkOnly, expected.last != .end { expected.append(.request(conditions)) }
      #expect(steps(use, asked, record, now: now) == expected, "step \(step)")
      guard case .request(let sent) = expected.last else { continue }

      var said = Said.random(&random, now: now)
      var status = [200, 200, 200, 203, 202, 404, 500, 206][random.below(8)]
      if status == 200, let tag = sent["If-None-Match"], said.tag == tag || said.tag == nil { status = 304 }
      let isOwned = random.below(2) == 0
      let response = HTTPResponse(status, headers: said.headers, body: status == 304 ? [] : [UInt8(random.below(9))])
      let verdict = ResponseVerdict.of(
        response, known: sent.fields.isEmpty ? nil : record,
        .init(saves: true, isOwned: isOwned, now: now, delay: said.delay)
      ) { _ in true }
      if status == 304, let model { said = model.updated(by: said) }
      let mayKeep = !said.directives.contains("no-store") && (isOwned || !said.directives.contains("private"))
      switch verdict {
      case .keep(let new):
        #expect([200, 203].contains(status) || status == 202 && said.lifetime != nil, "step \(step)")
        #expect(mayKeep && new.body == response.body, "step \(step)")
        (record, model) = (new, said)
      case .confirmed(let new, let keeps):
        confirmed += 1
        #expect(status == 304 && keeps == mayKeep && new.body == record?.body, "step \(step)")
        (record, model) = keeps ? (new, said) : (nil, nil)
      case .forget:
        #expect(status == 404 || !mayKeep || status == 202 && said.lifetime == nil, "step \(step)")
        (record, model) = (nil, nil)
      case .nothing: #expect([500, 206].contains(status), "step \(step)")
      }
    }
    #expect(delivered > 30 && confirmed > 10)
  }
}
