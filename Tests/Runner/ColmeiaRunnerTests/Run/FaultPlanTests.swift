import Testing

@testable import ColmeiaRunner

@Suite struct FaultPlanTests {
  private func fault(
    _ kind: Fault.Kind, on pattern: RequestPattern? = nil, times: Int? = nil, for duration: Duration? = nil
  ) -> Fault { Fault(kind: kind, body: nil, pattern: pattern, times: times, duration: duration) }

  private let feed = RequestPattern(method: "GET", path: "/feed")

  @Test func `Without rules, there are no faults`() {
    var plan = FaultPlan(seed: 1)
    #expect(plan.decide(method: "GET", path: "/feed", at: .zero) == FaultPlan.Decision())
  }

  @Test func `A rule applies to its requests for the given number of times, in the order of the file`() {
    var plan = FaultPlan(seed: 1)
    plan.add(fault(.status(500), on: feed, times: 2), at: .zero)
    plan.add(fault(.status(503), on: feed, times: 1), at: .zero)
    let kinds = ["/feed", "/other", "/feed", "/feed", "/feed"].map {
      plan.decide(method: "GET", path: $0, at: .zero).fault?.kind
    }
    #expect(kinds == [.status(500), nil, .status(500), .status(503), nil])
    #expect(plan.decide(method: "POST", path: "/feed", at: .zero).fault == nil)
  }

  @Test func `A delay and a fault can apply to the same request`() {
    var plan = FaultPlan(seed: 1)
    plan.add(fault(.offline), at: .zero)
    plan.add(fault(.delay(.seconds(2), .seconds(2))), at: .zero)
    let decision = plan.decide(method: "GET", path: "/feed", at: .zero)
    #expect(decision.delay == .seconds(2) && decision.fault?.kind == .offline)
  }

  @Test func `A fault that affects no request is known as unused, even when it has ended`() {
    let (other, third) = (RequestPattern(method: nil, path: "/other"), RequestPattern(method: nil, path: "/third"))
    var plan = FaultPlan(seed: 1)
    plan.add(fault(.offline), at: .zero)
    plan.add(fault(.clear), at: .zero)
    #expect(plan.unused(isOver: true) == [], "A fault without a pattern can't be mistyped.")
    plan.add(fault(.status(500), on: feed, times: 1), at: .zero)
    plan.add(fault(.offline, on: other, for: .seconds(5)), at: .zero)
    plan.add(fault(.offline, on: third), at: .zero)
    plan.add(fault(.timeout, on: third), at: .zero)
    #expect(plan.unused(isOver: true).map(\.pattern) == [feed, other, third])
    _ = plan.decide(method: "GET", path: "/feed", at: .seconds(9))
    #expect(plan.unused(isOver: true).map(\.pattern) == [other, third])
    plan.add(fault(.clear), at: .seconds(9))
    #expect(plan.unused(isOver: true).map(\.pattern) == [other, third])
  }

  @Test func `A fault that is unused because of an older one is known with that one`() {
    let users = RequestPattern(method: nil, path: "/users/*")
    var plan = FaultPlan(seed: 1)
    plan.add(fault(.status(500), on: feed), at: .zero)
    plan.add(fault(.delay(.zero, .zero), on: feed), at: .zero)
    plan.add(fault(.timeout, on: RequestPattern(method: nil, path: "/*")), at: .zero)
    plan.add(fault(.offline, on: users), at: .zero)
    _ = plan.decide(method: "GET", path: "/feed", at: .zero)
    #expect(plan.unused(isOver: true).map(\.hider?.kind) == [.status(500), nil])
    #expect(plan.unused(isOver: true).last?.pattern == users)
  }

  @Test func `A rule ends after its duration`() {
    var plan = FaultPlan(seed: 1)
    plan.add(fault(.offline, for: .seconds(10)), at: .seconds(5))
    #expect(plan.decide(method: "GET", path: "/", at: .seconds(14.9)).fault?.kind == .offline)
    #expect(plan.decide(method: "GET", path: "/", at: .seconds(15)).fault == nil)
  }

  @Test func `Clearing ends the rules with the same pattern, or all rules`() {
    var plan = FaultPlan(seed: 1)
    plan.add(fault(.status(500), on: feed), at: .zero)
    plan.add(fault(.offline, on: RequestPattern(method: nil, path: "/users/*")), at: .zero)
    plan.add(fault(.clear, on: feed), at: .zero)
    #expect(plan.decide(method: "GET", path: "/feed", at: .zero).fault == nil)
    #expect(plan.decide(method: "PUT", path: "/users/7/photo", at: .zero).fault?.kind == .offline)
    plan.add(fault(.clear), at: .zero)
    #expect(plan.decide(method: "PUT", path: "/users/7", at: .zero).fault == nil)
  }

  @Test func `Random delays are within their range, differ, and depend only on the seed`() {
    func delays(_ seed: UInt64) -> [Duration] {
      var plan = FaultPlan(seed: seed)
      plan.add(fault(.delay(.milliseconds(100), .milliseconds(200))), at: .zero)
      return (0..<50).map { _ in plan.decide(method: "GET", path: "/", at: .zero).delay }
    }
    #expect(delays(7).allSatisfy { (.milliseconds(100)...(.milliseconds(200))).contains($0) })
    #expect(Set(delays(7)).count > 40 && delays(7) == delays(7) && delays(7) != delays(8))
  }
}
