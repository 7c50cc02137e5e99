import Foundation
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaWorld

/// Tests of `--exchanges`, which logs the app's requests.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ExchangeFileTests {
  private static let text = """
    scenario "t"
    stores ann bob
    secret word = "s3cr3t-word"
    ann: dispatch fetch "/a/{{word}}"
    settle
    fault offline
    bob: dispatch fetch "/b"
    settle
    """

  @Test func `Each request is logged on one line with its number, scenario and device, and without secrets`()
    async throws
  {
    let folder = try Folder(["a.scn": Self.text, "x": "old"])
    defer { folder.remove() }
    let (code, output, errors) = try await OutputTests.run(
      ["run", "-q", "@/a.scn", "--exchanges", "@/x"], in: folder)
    #expect(code == .success, "\(output) \(errors)")
    let lines = try folder.text("x").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.wholeMatch(of: /#1 t, ann: GET \/a\/\*\*\*\?q 200, 0 bytes sent, \d+ received, [\d.e-]+ seconds/)
        != nil, "\(lines)")
    #expect(lines.last?.hasPrefix("#2 t, bob: GET /b?q failed after ") == true, "\(lines)")
  }

  @Test func `A run that never begins keeps the log of the one before`() async throws {
    let folder = try Folder(["a.scn": "scenario \"t\"\nsetle\n", "x": "old"])
    defer { folder.remove() }
    let (code, _, _) = try await OutputTests.run(["run", "@/a.scn", "--exchanges", "@/x"], in: folder)
    #expect(code == .parseError)
    #expect(try folder.text("x") == "old")
  }

  @Test func `Of many exchanges, and of large bodies, only the latest are kept`() {
    var content = ScenarioNetwork.Content(plan: FaultPlan(seed: 1))
    func add(_ path: String, _ size: Int = 0) -> Int {
      content.add(.init(device: "", request: HTTPRequest(.post, path: path, body: [UInt8](repeating: 1, count: size))))
    }
    for number in 0..<25_000 { #expect(add("/\(number)") == number) }
    #expect((9_000...10_000).contains(content.exchanges.count) && content.exchanges.last?.request.path == "/24999")
    content.record(24_999) { $0.status = 200 }
    content.record(0) { $0.status = 404 }
    #expect(content.exchanges.compactMap(\.status) == [200])
    for _ in 0..<100 { _ = add("/photo", 1 << 20) }
    #expect(content.exchanges.count { $0.request.path == "/photo" } <= 64)
    let last = add("/film", 100 << 20)
    #expect(content.exchanges.map(\.request.path) == ["/film"])
    content.record(last) { $0.status = 413 }
    #expect(content.exchanges.first?.status == 413)
  }

  @Test func `An unwritable file is reported before anything runs, and a full disk at the end`() async throws {
    let folder = try Folder(["a.scn": Self.text])
    defer { folder.remove() }
    let wrong = try await OutputTests.run(["run", "@/a.scn", "--exchanges", "@/none/x"], in: folder)
    #expect(wrong.code == .usage && wrong.output.isEmpty, "\(wrong)")
    let full = try await OutputTests.run(["run", "-q", "@/a.scn", "--exchanges", "/dev/full"], in: folder)
    #expect(
      full.code == .runtimeError
        && full.errors.hasPrefix("kettle: '/dev/full' cannot be written: No space left on device\n"), "\(full)")
  }
}
