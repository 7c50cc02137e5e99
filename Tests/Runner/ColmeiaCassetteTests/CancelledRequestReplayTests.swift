import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport
import TestSupport
import Testing

@testable import ColmeiaCassette

@Suite struct CancelledRequestReplayTests {
  @Test func `An event of a stream waits for a request that changes data, even if it was cancelled later`() throws {
    for (method, waits) in [("POST", true), ("GET", false)] {
      let lines = """
        {"n":1,"stream":"GET /news?of=a"}
        {"n":1,"head":200}
        {"n":2,"request":"\(method) /news"}
        {"n":1,"received":"chunk","text":"b"}
        {"n":2,"error":"cancelled"}
        """
      var machine = try StreamReplayTests.machine(lines, isInOrder: true)
      #expect(machine.begin(StreamReplayTests.plain, device: "", .stream, now: nil) == 1)
      machine.consume(1)
      let before = machine.next(over: 1, now: nil)
      #expect(before == (waits ? .later(nil) : .chunk([98])))
      if !waits { continue }
      #expect(machine.begin(StreamReplayTests.post, device: "", .request, now: nil) == 2)
      let after = machine.next(over: 1, now: nil)
      #expect(after == .chunk([98]))
    }
  }

  /// What becomes of a request that a response cancels: which of these it is depends on timing.
  private enum Fate: CaseIterable { case unsent, cancelled, answered }

  /// A program of an app: each request is sent at the beginning or after the answer to another one, and some are
  /// cancelled after the answer to another one. An equal request may follow, as if the app loaded something again.
  private struct Program {
    var causes: [Int?] = []
    var cancellers: [Int: Int] = [:]
    var paths: [Int] = []
    var random: SplitMix

    init(seed: Int) {
      random = SplitMix(state: UInt64(seed))
      let count = 2 + random.below(5)
      for number in 0..<count {
        let certain = (0..<number).filter { cancellers[$0] == nil }
        causes.append(certain.isEmpty || random.below(2) == 0 ? nil : certain[random.below(certain.count)])
        let earlier = cancellers.filter { $0.value == causes[number] && paths[$0.key] == $0.key }.keys.min()
        paths.append(random.below(2) == 0 ? earlier ?? number : number)
        if !certain.isEmpty, random.below(3) > 0 { cancellers[number] = certain[random.below(certain.count)] }
      }
    }

    func request(_ number: Int) -> HTTPRequest {
      HTTPRequest(paths[number] % 2 == 0 ? .post : .get, path: "/\(paths[number])")
    }

    /// Runs the app with a server that answers in any order. Returns the recording.
    mutating func record() -> String {
      var (lines, sent): ([String], [Int]) = ([], [])
      let paths = paths
      var (answered, over, fates): (Set<Int>, Set<Int>, [Int: Fate]) = ([], [], [:])
      for number in cancellers.keys.sorted() { fates[number] = Fate.allCases[random.below(3)] }
      func number(_ request: Int) -> Int { (sent.firstIndex(of: request) ?? 0) + 1 }
      while true {
        var steps: [() -> Void] = []
        for request in causes.indices where !sent.contains(request) && !over.contains(request) {
          guard causes[request].map(answered.contains) ?? true else { continue }
          let sending = self.request(request)
          steps.append {
            if fates[request] == .unsent { return over.formUnion([request]) }
            sent.append(request)
            lines.append("{\"n\":\(number(request)),\"request\":\"\(sending.method) \(sending.path)\"}")
          }
        }
        for request in sent where !over.contains(request) {
          if fates[request] == .cancelled {
            guard let canceller = cancellers[request], answered.contains(canceller) else { continue }
            steps.append {
              over.insert(request)
              lines.append("{\"n\":\(number(request)),\"error\":\"cancelled\"}")
            }
          } else {
            steps.append {
              over.formUnion([request])
              answered.formUnion([request])
              lines.append("{\"n\":\(number(request)),\"status\":\(200 + paths[request])}")
            }
          }
        }
        if steps.isEmpty { return lines.joined(separator: "\n") }
        steps[random.below(steps.count)]()
      }
    }

    /// Runs the app with the recording. Returns the statuses of the requests that nothing cancels.
    mutating func replay(_ machine: inout ReplayMachine) -> [Int: Int] {
      var (sent, over, statuses) = ([Int: Int](), Set<Int>(), [Int: Int]())
      var unused: [Int: Int] = [:]
      for _ in 0..<1_000 {
        for (request, number) in sent {
          if case .number(let other)? = machine.cancelled.turns.removeValue(forKey: number) { sent[request] = other }
        }
        var steps: [(inout Program, inout ReplayMachine) -> Void] = []
        for request in causes.indices where sent[request] == nil && !over.contains(request) {
          guard causes[request].map({ statuses[$0] != nil }) ?? true else { continue }
          steps.append { program, machine in
            sent[request] = machine.begin(program.request(request), device: "", .request, now: nil)
          }
        }
        for (request, canceller) in cancellers.sorted(by: { $0.key < $1.key })
        where !over.contains(request) && statuses[canceller] != nil {
          steps.append { _, machine in
            over.insert(request)
            if let number = unused[request] {
              machine.cancelled.abandoned.append(number)
            } else if let number = sent[request] {
              machine.leave(number, .request)
            }
          }
        }
        for (request, number) in sent.sorted(by: { $0.key < $1.key })
        where !over.contains(request) && unused[request] == nil {
          guard machine.isDue(number, now: nil).isDue else { continue }
          guard case .answer(let response) = machine.outcome(number, self.request(request)) else { continue }
          steps.append { program, machine in
            machine.consume(number)
            if program.cancellers[request] != nil { return unused[request] = number }
            over.insert(request)
            statuses[request] = response.status
          }
        }
        if !steps.isEmpty {
          steps[random.below(steps.count)](&self, &machine)
        } else if !machine.judge() {
          break
        }
      }
      return statuses
    }
  }

  @Test func `Whatever is cancelled when, in the recording and in the replay, the app gets all other responses`() throws
  {
    var counts: [Int] = [0, 0]
    for seed in 0..<500 {
      var program = Program(seed: seed)
      let lines = program.record()
      if !lines.contains("status") { continue }
      var machine = try StreamReplayTests.machine(lines, isInOrder: true)
      machine.holds = true
      let statuses = program.replay(&machine)
      #expect(machine.findings.mismatches == [], "seed \(seed):\n\(lines)")
      for request in program.causes.indices where program.cancellers[request] == nil {
        #expect(statuses[request] == 200 + program.paths[request], "seed \(seed), \(request):\n\(lines)")
      }
      counts[0] += program.cancellers.count
      counts[1] += 1
    }
    #expect(counts[0] > 400 && counts[1] > 250, "\(counts)")
  }

  @Test(arguments: [("GET", true), ("POST", false)])
  func `A request that is made once more when the app is shut down is a matter of timing, unless it changes something`(
    method: String, isSurplus: Bool
  ) throws {
    var machine = try StreamReplayTests.machine("{\"n\":1,\"request\":\"\(method) /a\"}\n{\"n\":1,\"status\":200}")
    machine.holds = true
    for _ in 0..<2 {
      _ = machine.begin(HTTPRequest(HTTPMethod(rawValue: method), path: "/a"), device: "", .request, now: nil)
    }
    _ = machine.refuseHeld(isOver: true)
    #expect(machine.findings.surplus.count == (isSurplus ? 1 : 0))
    #expect(machine.findings.mismatches.map(\.difference) == (isSurplus ? [] : [.askedAgain(times: 1)]))
  }

  @Test func `A request of the scenario itself that isn't recorded says so, as nothing can cancel it`() async {
    let replay = CassetteReplay(Cassette([]))
    replay.holdUnknown()
    await #expect(throws: ReplayMismatch(request: "GET /a", nearest: nil, difference: nil).error) {
      try await replay.send(HTTPRequest(.get, path: "/a"), device: "", patience: {})
    }
  }

  @Test func `A request that isn't recorded waits until it is cancelled, or until nothing else happens`() async {
    let replay = CassetteReplay(Cassette([]))
    replay.holdUnknown()
    let transport = ReplayTransport(replay)
    let sending = (0..<2).map { number in
      Task { () async -> TransportError? in
        do throws(TransportError) {
          _ = try await transport.send(HTTPRequest(.get, path: "/\(number)"))
          return nil
        } catch { return error }
      }
    }
    await poll(for: "both requests") { replay.waitingNow.requests == 2 }
    sending[0].cancel()
    #expect(await sending[0].value == .cancelled)
    #expect(replay.mismatches == [])
    #expect(replay.mayJudge)
    replay.judge(isStalled: false)
    #expect(replay.mismatches.map(\.request) == ["GET /1"])
    #expect(await sending[1].value == replay.mismatches.first?.error)
  }
}
