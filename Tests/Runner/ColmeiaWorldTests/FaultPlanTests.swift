import RunnerTestSupport
import Testing

@testable import ColmeiaScenario
@testable import ColmeiaWorld

@Suite struct FaultPlanTests {
  private func fault(_ text: String, on pattern: RequestPattern? = nil) throws -> Fault {
    var fault = try Fault(text)
    fault.pattern = pattern
    return fault
  }

  private let feed = RequestPattern(method: "GET", path: "/feed")

  @Test func `Without rules, there are no faults`() {
    var plan = FaultPlan(seed: 1)
    #expect(plan.decide(method: "GET", path: "/feed", at: .zero) == FaultPlan.Decision())
  }

  @Test func `A rule applies to its requests for the given number of times, in the order of the file`() throws {
    var plan = FaultPlan(seed: 1)
    plan.add(try fault("status 500 2 times", on: feed), at: .zero)
    plan.add(try fault("status 503 1 times", on: feed), at: .zero)
    let kinds = ["/feed", "/other", "/feed", "/feed", "/feed"].map {
      plan.decide(method: "GET", path: $0, at: .zero).fault?.call.argument
    }
    #expect(kinds == [.status(500, nil), nil, .status(500, nil), .status(503, nil), nil])
    #expect(plan.decide(method: "POST", path: "/feed", at: .zero).fault == nil)
  }

  @Test func `A delay and a fault can apply to the same request`() throws {
    var plan = FaultPlan(seed: 1)
    plan.add(try fault("offline"), at: .zero)
    plan.add(try fault("delay 2s"), at: .zero)
    let decision = plan.decide(method: "GET", path: "/feed", at: .zero)
    #expect(decision.delay == .seconds(2) && decision.fault?.call.kind.name == "offline")
  }

  @Test func `A fault that affects no request is known as unused, even when it has ended`() throws {
    let (other, third) = (RequestPattern(method: nil, path: "/other"), RequestPattern(method: nil, path: "/third"))
    var plan = FaultPlan(seed: 1)
    plan.add(try fault("offline"), at: .zero)
    plan.add(try fault("clear"), at: .zero)
    #expect(plan.unused(isOver: true).map(\.fault.call.kind.name) == ["offline"])
    plan.add(try fault("status 500 1 times", on: feed), at: .zero)
    plan.add(try fault("offline for 5s", on: other), at: .zero)
    plan.add(try fault("offline", on: third), at: .zero)
    plan.add(try fault("timeout", on: third), at: .zero)
    #expect(plan.unused(isOver: true).map(\.fault.pattern) == [nil, feed, other, third, third])
    _ = plan.decide(method: "GET", path: "/feed", at: .seconds(9))
    #expect(plan.unused(isOver: true).map(\.fault.pattern) == [nil, other, third, third])
    plan.add(try fault("clear"), at: .seconds(9))
    #expect(plan.unused(isOver: true).map(\.fault.pattern) == [nil, other, third, third])
  }

  @Test func `A fault that is unused because of an older one is known with that one`() throws {
    let users = RequestPattern(method: nil, path: "/users/*")
    var plan = FaultPlan(seed: 1)
    plan.add(try fault("status 500", on: feed), at: .zero)
    plan.add(try fault("delay 0s", on: feed), at: .zero)
    plan.add(try fault("timeout", on: RequestPattern(method: nil, path: "/*")), at: .zero)
    plan.add(try fault("offline", on: users), at: .zero)
    _ = plan.decide(method: "GET", path: "/feed", at: .zero)
    #expect(plan.unused(isOver: true).map(\.hider?.call.argument) == [.status(500, nil), nil])
    #expect(plan.unused(isOver: true).last?.fault.pattern == users)
  }

  @Test func `A rule ends after its duration`() throws {
    var plan = FaultPlan(seed: 1)
    plan.add(try fault("offline for 10s"), at: .seconds(5))
    #expect(plan.decide(method: "GET", path: "/", at: .seconds(14.9)).fault?.call.kind.name == "offline")
    #expect(plan.decide(method: "GET", path: "/", at: .seconds(15)).fault == nil)
  }

  @Test func `Clearing ends the rules with the same pattern, or all rules`() throws {
    var plan = FaultPlan(seed: 1)
    plan.add(try fault("status 500", on: feed), at: .zero)
    plan.add(try fault("offline", on: RequestPattern(method: nil, path: "/users/*")), at: .zero)
    plan.add(try fault("clear", on: feed), at: .zero)
    #expect(plan.decide(method: "GET", path: "/feed", at: .zero).fault == nil)
    #expect(plan.decide(method: "PUT", path: "/users/7/photo", at: .zero).fault?.call.kind.name == "offline")
    plan.add(try fault("clear"), at: .zero)
    #expect(plan.decide(method: "PUT", path: "/users/7", at: .zero).fault == nil)
  }

  @Test func `Random delays are within their range, differ, and depend only on the seed`() throws {
    let fault = try fault("delay 100ms..200ms")
    func delays(_ seed: UInt64) -> [Duration] {
      var plan = FaultPlan(seed: seed)
      plan.add(fault, at: .zero)
      return (0..<50).map { _ in plan.decide(method: "GET", path: "/", at: .zero).delay }
    }
    #expect(delays(7).allSatisfy { (.milliseconds(100)...(.milliseconds(200))).contains($0) })
    #expect(Set(delays(7)).count > 40 && delays(7) == delays(7) && delays(7) != delays(8))
  }

  @Test func `A fault can concern one device`() throws {
    let file = ScenarioFile("scenario \"t\"\nstores ann bob\nbob: fault offline\nfault timeout 1 times\n")
    let faults = file.scenarios[0].steps[0].statements.compactMap { statement -> Fault? in
      if case .fault(let fault) = statement.kind { fault } else { nil }
    }
    #expect(faults.map(\.device) == ["bob", nil])
    var plan = FaultPlan(seed: 1)
    for fault in faults { plan.add(fault, at: .zero) }
    #expect(plan.decide(method: "GET", path: "/", device: "ann", at: .zero).fault?.description == "timeout")
    #expect(plan.decide(method: "GET", path: "/", device: "ann", at: .zero).fault == nil)
    #expect(plan.decide(method: "GET", path: "/", device: "bob", at: .zero).fault?.description == "offline")
    let clear = try Fault("clear").call
    plan.add(Fault(call: clear, device: "ann"), at: .zero)
    #expect(plan.decide(method: "GET", path: "/", device: "bob", at: .zero).fault?.description == "offline")
    plan.add(try Fault("offline"), at: .zero)
    plan.add(Fault(call: clear, device: "bob"), at: .zero)
    #expect(plan.decide(method: "GET", path: "/", device: "ann", at: .zero).fault?.description == "offline")
    #expect(plan.decide(method: "GET", path: "/", device: "bob", at: .zero).fault == nil)
  }
}
