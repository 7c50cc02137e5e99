import ColmeiaStorage
import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests that committed states survive a failure of any file-system call.
@Suite(.blocking, .timeLimit(.minutes(10))) struct BackendFileFaultTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var reason: FileError.Reason
    /// Whether the process ends at the failure, so that it can't clean up.
    var isDead: Bool
    var shortWrite = Int.max
  }

  static let cases = [
    Case(testDescription: "disk full", reason: .full, isDead: false),
    Case(testDescription: "disk full, short writes", reason: .full, isDead: true, shortWrite: 50),
    Case(testDescription: "device fails", reason: .inputOutput, isDead: false, shortWrite: 100),
    Case(testDescription: "the end", reason: .inputOutput, isDead: true),
  ]

  private static let states = PersistedStates.all

  @Test(arguments: cases)
  func `Committed states survive, and the others are stored completely or not at all`(fault: Case) throws {
    let all = try run(fault, failing: 0)
    #expect(all.error == nil && all.commits == Self.states.count - 1)
    for number in 1...all.calls {
      let found = try run(fault, failing: number)
      // The commit that failed may be on the disk, because no caller was told that it isn't.
      #expect(Self.states[found.commits...].prefix(2).contains(found.state), "call \(number): \(found)")
      #expect(found.error != nil || found.commits == all.commits, "call \(number)")
    }
  }

  private struct Found {
    var commits = 0
    var error: BackendFileError?
    var calls = 0
    var state = Backend.State()
  }

  /// Opens a file and commits all states, with one failing call. Returns the state found afterwards.
  private func run(_ fault: Case, failing: Int) throws -> Found {
    let bench = FileBench()
    defer { bench.folder.remove() }
    var plan = FaultyFileSystem.Plan()
    (plan.failing, plan.reason, plan.shortWrite) = (failing, fault.reason, fault.shortWrite)
    plan.isDead = fault.isDead && failing > 0
    let files = FaultyFileSystem(plan)
    var found = Found()
    do throws(BackendFileError) {
      var file = try bench.open(files).file
      defer { file.close() }
      do throws(BackendFileError) {
        for state in Self.states.dropFirst() {
          try file.commit(state)
          found.commits += 1
        }
      } catch {
        found.error = error
        // After an error, nothing more is written.
        #expect(throws: BackendFileError.closed(bench.path("data"))) { try file.commit(Self.states[1]) }
      }
    } catch { found.error = error }
    #expect(files.open == 0, "call \(failing)")
    found.calls = files.calls.count
    var opened = try bench.open()
    found.state = opened.state
    #expect(bench.blobs == opened.state.blobs.map(\.digest), "call \(failing)")
    opened.file.close()
    return found
  }
}
