import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

@Suite(.timeLimit(.minutes(10))) struct RetryingTransportTests {
  private let clock = ManualClock()
  private let request = HTTPRequest(.get, origin: "http://h", path: "/a")

  private func transport(_ stub: StubTransport) -> RetryingTransport {
    let policy = RetryPolicy(attempts: 3, base: .seconds(1), factor: 2, cap: .seconds(10), jitter: 0.5)
    return RetryingTransport(stub, policy: policy, clock: clock) { 0 }
  }

  @Test func `A failed request is sent again after its delay, until it succeeds`() async throws {
    let stub = StubTransport([
      StubRule(.get, "/a", .failure(.offline), .response(HTTPResponse(503)), .response(HTTPResponse(200)))
    ])
    let transport = transport(stub)
    let task = Task { [request] in try await transport.send(request) }
    await clock.waitForSleeps(1)
    #expect(stub.requests.count == 1)
    clock.advance(by: .seconds(1))
    await clock.waitForSleeps(2)
    #expect(stub.requests.count == 2)
    clock.advance(by: .seconds(2))
    #expect(try await task.value.status == 200)
    #expect(stub.requests == [request, request, request])
  }

  @Test func `No delay is longer than a day, whatever the policy says`() async throws {
    var policy = RetryPolicy(jitter: 0)
    (policy.base, policy.cap) = (.seconds(Int64.max), .seconds(Int64.max))
    let stub = StubTransport([StubRule(.get, "/a", .failure(.offline), .response(HTTPResponse(200)))])
    let transport = RetryingTransport(stub, policy: policy, clock: clock) { 0 }
    let task = Task { [request] in try await transport.send(request) }
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(86_400))
    #expect(try await task.value.status == 200)
  }

  @Test func `The result of the last attempt is returned`() async throws {
    for (answer, result) in [
      (StubRule.Answer.failure(.offline), Result<HTTPResponse, TransportError>.failure(.offline)),
      (.response(HTTPResponse(503)), .success(HTTPResponse(503))),
    ] {
      let clock = ManualClock()
      let stub = StubTransport([StubRule(.get, "/a", answer)])
      let policy = RetryPolicy(attempts: 3, base: .seconds(1), factor: 1, jitter: 0)
      let transport = RetryingTransport(stub, policy: policy, clock: clock) { 0 }
      let task = Task { [request] () async -> Result<HTTPResponse, TransportError> in
        do throws(TransportError) { return .success(try await transport.send(request)) } catch {
          return .failure(error)
        }
      }
      for attempt in 1...2 {
        await clock.waitForSleeps(attempt)
        clock.advance(by: .seconds(1))
      }
      #expect(await task.value == result)
      #expect(stub.requests.count == 3)
    }
  }

  @Test func `A permanent error is not retried`() async throws {
    let stub = StubTransport([StubRule(.get, "/a", .failure(.tls(origin: "http://h")))])
    await #expect(throws: TransportError.tls(origin: "http://h")) { try await transport(stub).send(request) }
    #expect(stub.requests.count == 1)
    #expect(clock.sleepCount == 0)
  }

  @Test func `Cancelling ends the delay`() async throws {
    let stub = StubTransport([StubRule(.get, "/a", .failure(.offline))])
    let transport = transport(stub)
    let task = Task { [request] in try await transport.send(request) }
    await clock.waitForSleeps(1)
    task.cancel()
    await #expect(throws: TransportError.cancelled) { try await task.value }
    #expect(stub.requests.count == 1)
  }

  @Test func `A retry sends the body again`() async throws {
    let stub = StubTransport([StubRule(.put, "/*", .failure(.offline), .response(HTTPResponse(200)))])
    let policy = RetryPolicy(attempts: 2, base: .zero, factor: 1, jitter: 0)
    let transport = RetryingTransport(stub, policy: policy) { 0 }
    let upload = UploadBody([1, 2, 3])
    _ = try await transport.send(HTTPRequest(.put, origin: "http://h", path: "/a"), TransferOptions(upload: upload))
    #expect(stub.requests.map(\.body) == [[1, 2, 3], [1, 2, 3]])
  }
}
