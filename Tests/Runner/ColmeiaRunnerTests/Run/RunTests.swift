import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

@Suite(.blocking, .timeLimit(.minutes(10))) struct RunTests {
  /// Runs a single scenario, and returns its result and its events.
  ///
  /// - Parameter isInterrupting: Whether the run is interrupted when it reports an event.
  static func run(
    _ text: String, interruptingAt isInterrupting: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async -> (ScenarioResult, [String]) {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(text)\n".utf8))
    let file = ScenarioFile(source, facts: ["stored"])
    for diagnostic in file.diagnostics { Issue.record("\(source.rendered(diagnostic))") }
    let events = Guarded<[String]>([])
    let interruption = Interruption()
    let run = ScenarioRun(KettleApp(), source, file.scenarios[0], interruption) { event in
      events.withLock { $0.append("\(event)") }
      if isInterrupting("\(event)") { interruption.turnOn() }
    }
    return (await run.run(), events.withLock { $0 })
  }

  /// Returns the failures of a scenario, as lines.
  static func failures(_ text: String) async -> [String] { lines(await run(text).0) }

  /// Returns the failures of another app's scenario, as lines.
  static func failures(of app: some RunnableApp, _ text: String) async -> [String] {
    let source = SourceText(name: "x.scn", bytes: Array((text + "\n").utf8))
    let file = ScenarioFile(source, facts: [])
    return lines(await ScenarioRun(app, source, file.scenarios[0], Interruption()) { _ in }.run())
  }

  private static func lines(_ result: ScenarioResult) -> [String] {
    result.failures.flatMap { ["\($0.outcome): \($0.message)"] + $0.details }
  }

  @Test func `A fault that affected no request is noted, because its pattern may be mistyped`() async {
    let (result, events) = await Self.run(
      """
      fault offline on "GET /b"
      fault status 503 1 times on "GET /a"
      fault delay 1s on "* /fech/*"
      fault clear
      dispatch fetch "/a"
      fault offline on "GET /c"
      dispatch fetch "/c"
      settle
      """)
    #expect(result.outcome == .passed)
    let notes = events.filter { $0.hasPrefix("note") }.map { $0.replacing("\\'", with: "'") }
    #expect(
      notes == [
        #"note("x.scn:2:1: the fault 'offline on \"GET /b\"' affected no request")"#,
        #"note("x.scn:3:1: the fault 'status 503 on \"GET /a\"' affected no request")"#,
        #"note("x.scn:4:1: the fault 'delay on \"* /fech/*\"' affected no request")"#,
      ])
  }

  @Test func `A run is released after its end, together with its stores`() async {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\ndispatch nap\nadvance 10h\n".utf8))
    let file = ScenarioFile(source, facts: [])
    /// Rings a bell when nothing retains the run any more.
    final class Owned: Sendable {
      let bell: Bell
      init(_ bell: Bell) { self.bell = bell }
      deinit { bell.ring() }
    }
    let bell = Bell()
    func run() async -> ScenarioResult {
      let owned = Owned(bell)
      return await ScenarioRun(KettleApp(), source, file.scenarios[0], Interruption()) { _ in
        withExtendedLifetime(owned) {}
      }.run()
    }
    #expect(await run().outcome == .passed)
    // The tasks of the stores may still be ending.
    await bell.wait(for: "the release of the run") { bell.rings == 1 }
  }

  @Test func `A chain of timers runs at once and in order, as far as the clock is advanced`() async {
    let failures = await Self.failures(
      """
      dispatch start 90
      advance 60h
      expect state left == 30
      expect clock >= 216000
      advance 29.5h
      expect state left == 1
      expect effects "tick" pending count == 1
      advance 30m
      expect state left == 0
      settle
      """)
    #expect(failures == [])
  }

  @Test func `A sleeping effect wakes when the clock is advanced, and not before`() async {
    #expect(
      await Self.failures(
        """
        dispatch nap
        advance 9h
        expect state log == ["hello "]
        advance 1h
        await state log == ["hello ", "awake"]
        """) == [])
  }

  @Test func `Work that doesn't settle is listed with its age and cause`() async {
    let failures = await Self.failures("dispatch nap\nsettle within 1ms")
    #expect(failures.first == "failed: not settled within 1 ms")
    #expect(failures.contains { $0.hasPrefix("  nap, for ") && $0.hasSuffix(", started by nap") }, "\(failures)")
    let waiting = await Self.failures("dispatch start 5\nsettle ignoring timers\nsettle within 1ms")
    #expect(waiting.contains("  tick, delayed or queued"))
  }

  @Test func `A condition that times out is reported with the actual value and the pending work`() async {
    let failures = await Self.failures("dispatch note \"x\"\nawait state note == \"y\" within 1ms")
    #expect(
      failures == [
        "failed: not within 1 ms: state note == \"y\"", "- note: \"y\"", "+ note: \"x\"", "last actions:",
        "  received \"hello \"", "  note \"x\"", "nothing is pending",
      ])
  }

  @Test func `A condition that nothing can make true anymore fails after a second`() async {
    let failures = await Self.failures("timeout 100s\ndispatch note \"x\"\nawait state note == \"y\"")
    #expect(failures.first == "failed: impossible, because nothing is pending: state note == \"y\"")
    #expect(failures.last == "nothing is pending")
  }

  @Test func `A condition that times out is reported with the last three actions, shortened after they were masked`()
    async throws
  {
    let (length, secret) = (220, "s3cr3t-word")
    let failures = await Self.failures(
      """
      secret word = "\(secret)"
      dispatch note "1"
      dispatch note "2"
      dispatch note "\(String(repeating: "x", count: 9_987))\(secret)\(String(repeating: "y", count: length))"
      await state note == "y" within 1ms
      """)
    let start = try #require(failures.firstIndex(of: "last actions:"))
    #expect(Array(failures[(start + 1)...].prefix(2)) == ["  note \"1\"", "  note \"2\""])
    let long = failures[start + 3]
    #expect(long.hasPrefix("  note \"xxx") && long.contains("x***yyyy… ("), "\(long)")
    #expect(long.hasSuffix(" characters; these are 10000)"), "\(long)")
  }

  @Test(arguments: [
    ("state log[5] == \"x\"", "to check it only where it exists: state log[5] exists implies state log[5] == \"x\""),
    ("state log[5] present", nil), ("state left == 1", nil),
    ("state left == 0 implies state log[5] == \"x\"", nil),
  ])
  func `An invariant about an absent part says how to check it only where it exists`(condition: String, hint: String?)
    async
  {
    let failures = await Self.failures("always \"law\": \(condition)\ndispatch note \"x\"")
    #expect(failures.first == "violated: violated: law", "\(failures)")
    #expect(failures.filter { $0.hasPrefix("to check") } == [hint].compactMap(\.self))
  }

  @Test func `The network can be queried, and fails as the scenario defines`() async {
    #expect(
      await Self.failures(
        """
        dispatch fetch "/a"
        settle
        expect http "GET /a" count == 1
        expect http "GET /a" last status == 200
        expect http "GET /a" last query "q" == "1"
        fault status 503 {"why": "test"} 1 times on "GET /b"
        dispatch fetch "/b"
        settle
        dispatch fetch "/b"
        settle
        expect state log == ["hello ", "200", "503", "200"]
        fault offline
        dispatch fetch "/c"
        settle
        expect state log last startsWith "This device is offline"
        expect http "GET /c" last error startsWith "This device is offline"
        expect http "GET /b" last error not exists
        fault clear
        fault delay 5h
        dispatch fetch "/d"
        expect effects "fetch" pending count == 1
        advance 5h
        settle
        expect state log last == "200"
        fault clear
        fault timeout
        dispatch fetch "/e"
        advance 60s
        settle
        expect state log last contains "did not answer"
        """) == [])
  }

  @Test func `A delayed effect counts as requested once, and as cancelled if it never begins`() async {
    #expect(
      await Self.failures(
        """
        dispatch start 5
        expect effects "tick" pending count == 1
        expect effects "tick" requested == ["tick"]
        expect effects "tick" cancelled isEmpty
        advance 1h
        expect effects "tick" requested count == 2
        expect effects "tick" completed count == 1
        dispatch start 3
        expect effects "tick" requested count == 3
        expect effects "tick" cancelled count == 1
        dispatch start 0
        expect effects "tick" cancelled count == 2
        expect effects "tick" requested count == 3
        expect effects pending isEmpty
        """) == [])
  }

  @Test func `A replaced effect counts as cancelled, and one that ended as completed`() async {
    #expect(
      await Self.failures(
        """
        dispatch nap
        dispatch nap
        await effects "nap" cancelled count == 1
        expect effects "nap" requested count == 2
        advance 10h
        await effects "nap" completed count == 1
        expect actions "nap" count == 2
        expect effects pending isEmpty
        """) == [])
  }

  @Test func `An invariant is checked after each action, and its violation is reported once, with the action`() async {
    let (result, _) = await Self.run(
      """
      always "not two": state left != 2
      always "only when noted": state note == "x" implies state left == 0
      dispatch start 3
      advance 2h
      dispatch note "x"
      """)
    #expect(result.outcome == .violated)
    #expect(result.failures.map(\.message) == ["violated: not two"])
    #expect(result.failures.first?.details.last == "after ticked")
  }

  @Test(arguments: [
    ("state note toInt == 1", "toInt: \"x\" is not a number"),
    ("stored count == 1", "count needs a list or an object, not true or false"),
  ])
  func `An invariant whose premise can't be evaluated is violated`(premise: String, line: String) async {
    let (result, _) = await Self.run(
      """
      always "never checked": \(premise) implies state left == 0
      dispatch note "x"
      settle
      """)
    #expect(result.outcome == .violated)
    #expect(result.failures.map(\.details.first) == [line], "\(result.failures)")
  }

  @Test func `A scenario without statements is noted, and a query of a response without a request is explained`() async
  {
    #expect(
      await Self.run("# expect state left == 7").1.contains(#"note("x.scn:1:1: the scenario has no statements")"#))
    #expect(await Self.failures("expect answer status == 200").contains("no 'request' came before"))
  }

  @Test(arguments: [
    ("/500", #"the answer's body: {"path":"/500","body":{"password":"***","name":"ann"}}"#),
    ("/users", nil),  // may contain secrets that are captured next
    ("/large", "the answer's body has 70000 bytes"), ("/binary", "the answer's body has 2 bytes"), ("/empty", nil),
    ("/text", #"the answer's body: "a\nb""#),
  ])
  func `An error response is shown without its secrets if its status or header is unexpected`(
    path: String, line: String?
  ) async {
    let request = "request POST \"\(path)\" {\"password\": \"s3cr3t-word\", \"name\": \"ann\"}\n"
    for condition in ["answer status == 404", "answer header \"etag\" present"] {
      let lines = await Self.failures(request + "expect \(condition)")
      #expect(lines.filter { $0.hasPrefix("the answer's body") } == (line.map { [$0] } ?? []), "\(lines)")
    }
  }

  @Test func `A premise about what doesn't exist yet doesn't hold`() async {
    let (result, _) = await Self.run("always \"later\": state note toInt == 1 implies state left == 5\nsettle")
    #expect(result.outcome == .passed)
  }

  @Test func `The cleanup waits also after an invariant was violated`() async {
    let (result, events) = await Self.run(
      """
      always "no note": state note isNull
      dispatch note "x"
      cleanup
      dispatch fetch "/x"
      await state isBusy == false
      dispatch note "done"
      await state left == 1 within 1ms
      """)
    #expect(
      result.failures.map(\.message) == ["violated: no note", "not within 1 ms: state left == 1"],
      "\(result.failures)")
    #expect(events.contains { $0.contains("done") })
  }

  @Test func `An invariant about facts is checked when the app is at rest`() async {
    let (result, _) = await Self.run("always \"nothing stored\": stored absent\ndispatch note \"x\"")
    #expect(result.failures.map(\.message) == ["violated: nothing stored"])
  }

  @Test func `A scenario can send requests to the back end and query the response`() async {
    #expect(
      await Self.failures(
        """
        var who = "ann"
        request POST "/users?x=1" with "Token: {{who}}" {"name": "{{who}}"}
        expect answer status == 200
        expect answer header "x-echo" == "yes"
        expect answer body == {"path": "/users", "body": {"name": "ann"}}
        capture name = answer body body.name upper
        expect var name == "ANN"
        expect screen title == "0 left"
        expect stored present
        """) == [])
  }

  @Test func `A secret appears in no output`() async {
    let (result, events) = await Self.run(
      """
      secret word = "kept-hidden-7"
      dispatch note {{word}}
      expect state note == {{word}}
      expect state note == "other"
      """)
    #expect(result.failures.first?.details == ["- note: \"other\"", "+ note: \"***\""])
    #expect(!events.joined().contains("kept-hidden-7") && events.joined().contains("***"))
  }

  @Test func `A secret that is too short or not set stops the scenario`() async {
    let (short, _) = await Self.run("var three = \"abc\"\nsecret word = {{three}}")
    #expect(short.outcome == .broken)
    let (unset, _) = await Self.run("secret word = env \"COLMEIA_NO_SUCH_VARIABLE\"")
    #expect(unset.failures.first?.message.contains("COLMEIA_NO_SUCH_VARIABLE") == true)
  }

  @Test func `Several stores share one world, and the cleanup runs also after a failure`() async {
    let (result, events) = await Self.run(
      """
      stores ann bob
      == one
      ann: dispatch note "a"
      ann: expect state note == "a"
      bob: expect state note isNull
      bob: dispatch fetch "/x"
      bob: await state isBusy == false
      ann: expect http "GET /x" isEmpty
      bob: expect http "GET /x" count == 1
      bob: expect state note == "b"
      == two
      bob: dispatch note "never"
      cleanup
      ann: dispatch note "cleaned"
      """)
    #expect(result.outcome == .failed && result.failures.count == 1)
    #expect(events.contains { $0.contains("cleaned") } && !events.contains { $0.contains("never") })
  }

  @Test func `A restarted app begins with its initial state`() async {
    #expect(
      await Self.failures("dispatch note \"x\"\nrestart\nexpect state note isNull\nexpect state log count == 1") == [])
  }

  @Test func `An interrupted scenario stops at once and runs its cleanup`() async {
    let (result, events) = await Self.run("await state left == 7 within 60s\ncleanup\ndispatch note \"cleaned\"") {
      $0.contains("left == 7")
    }
    #expect(result.outcome == .interrupted && result.failures.isEmpty)
    #expect(events.contains { $0.contains("cleaned") })
    #expect(events.contains { $0.contains("interrupted in line 2: await state left == 7 within 60s") })
  }

  @Test func `An action that is invalid because of a variable's type is reported when it is dispatched`() async {
    #expect(
      await Self.failures("var count = \"three\"\ndispatch start {{count}}") == [
        "failed: 'start' does not accept this payload: start: expected a number, not a string"
      ])
  }
}
