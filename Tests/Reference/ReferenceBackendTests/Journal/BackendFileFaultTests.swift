import ColmeiaStorage
import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests that persisted changes survive a failure of any file-system call.
@Suite(.blocking, .timeLimit(.minutes(10))) struct BackendFileFaultTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var reason: FileError.Reason
    /// Whether the process ends at the failure, so that it can't clean up.
    var isDead: Bool
    var shortWrite: Int
    /// The journal's limit in bytes. A small one causes new snapshots.
    var limit: Int
  }

  static let cases = [
    Case(testDescription: "disk full", reason: .full, isDead: false, shortWrite: .max, limit: 1 << 20),
    Case(testDescription: "disk full, short writes", reason: .full, isDead: true, shortWrite: 5, limit: 1 << 20),
    Case(testDescription: "device fails", reason: .inputOutput, isDead: true, shortWrite: .max, limit: 1 << 20),
    Case(testDescription: "device fails, snapshots", reason: .inputOutput, isDead: false, shortWrite: .max, limit: 1),
    Case(testDescription: "the end, snapshots", reason: .inputOutput, isDead: true, shortWrite: 100, limit: 1),
  ]

  @Test(arguments: cases)
  func `Persisted changes survive, and the others are stored completely or not at all`(fault: Case) throws {
    let (groups, states) = Journals.paper()
    let all = try run(fault, failing: 0, groups, states)
    #expect(all.error == nil && all.kept == groups.count)
    for number in 1...all.calls {
      let found = try run(fault, failing: number, groups, states)
      let place = states.firstIndex(of: found.state)
      // The group that failed may be on the disk, because no caller was told that it isn't.
      #expect(place == found.kept || place == found.kept + 1, "call \(number): \(found)")
      #expect(found.error != nil || found.kept == groups.count, "call \(number)")
    }
  }

  private struct Found {
    var kept = 0
    var error: BackendFileError?
    var calls = 0
    var state = Backend.State()
  }

  /// Opens a file, keeps changes and ends, with one failing call. Returns the state found afterwards.
  private func run(
    _ fault: Case, failing: Int, _ groups: [[BackendChange]], _ states: [Backend.State]
  ) throws -> Found {
    let bench = FileBench()
    defer { bench.folder.remove() }
    var plan = FaultyFileSystem.Plan()
    (plan.failing, plan.reason, plan.shortWrite) = (failing, fault.reason, fault.shortWrite)
    plan.isDead = fault.isDead && failing > 0
    let files = FaultyFileSystem(plan)
    var found = Found()
    do throws(BackendFileError) {
      var file = try bench.open(files, limit: fault.limit).file
      do throws(BackendFileError) {
        for (changes, state) in zip(groups, states.dropFirst()) {
          try file.keep(changes, of: state)
          found.kept += 1
        }
        try file.end(with: states[groups.count])
      } catch {
        found.error = error
        // After an error, nothing more is written.
        #expect(throws: BackendFileError.closed(bench.path("data"))) { try file.keep(groups[0], of: states[1]) }
        if found.kept < groups.count { file.release() }
      }
    } catch { found.error = error }
    #expect(files.open == 0, "call \(failing)")
    found.calls = files.calls.count
    let opened = try bench.open()
    found.state = opened.state
    bench.crash(opened)
    return found
  }
}
