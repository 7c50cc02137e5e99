import Colmeia
import ColmeiaCassette
import ColmeiaStorage
import ColmeiaSync

/// A scenario to run.
struct RunJob: Sendable {
  var source: SourceText
  var scenario: Scenario
  var tape = NetworkTape.none
}

/// The results of a run, and the files to which they are written, either at the end or when the user ends the process.
final class RunReports: Sendable {
  private struct Content {
    var hasBegun: [Bool]
    var results: [ScenarioResult?]
    var recorded: String?
  }

  private let jobs: [RunJob]
  private let cassettes: CassetteFiles
  private let junit: OutputFile?
  private let content: Guarded<Content>
  private let isWritten = Guarded(false)

  init(_ jobs: [RunJob], _ cassettes: CassetteFiles, _ junit: OutputFile?) {
    self.jobs = jobs
    self.cassettes = cassettes
    self.junit = junit
    content = Guarded(
      Content(hasBegun: jobs.map { _ in false }, results: Array(repeating: nil, count: jobs.count)))
  }

  /// Writes a report in which every scenario is skipped, in case the process traps before the end of the run.
  func writeDraft() { if let junit, junit.isRegular { junit.replace(with: JUnitReport.text(results)) } }

  func begin(_ index: Int) { content.withLock { $0.hasBegun[index] = true } }
  func end(_ index: Int, _ result: ScenarioResult) { content.withLock { $0.results[index] = result } }

  /// The results in the order of the jobs, including those that have not ended or were not started.
  var results: [ScenarioResult] {
    let content = content.withLock { $0 }
    return jobs.indices.map { index in
      if let result = content.results[index] { return result }
      let job = jobs[index]
      var result = ScenarioResult(
        file: job.source.name, title: job.scenario.title, line: job.source.line(of: job.scenario.range.lowerBound))
      result.ending = content.hasBegun[index] ? .interrupted : .skipped
      return result
    }
  }

  /// A sentence about the cassette that was written.
  var recorded: String? { content.withLock { $0.recorded } }

  /// Writes the reports once, and returns a description of each failure. Blocking writes, for example to a device or a
  /// pipe, run on a thread outside the shared thread pool.
  func write() async -> [String] { await SystemFileSystem().blocking { writeHere() } }

  /// Writes the reports on the calling thread. A second caller blocks until they are written, because the process may
  /// end afterward.
  func writeHere() -> [String] {
    isWritten.withLock { isWritten in
      defer { isWritten = true }
      return isWritten ? [] : put()
    }
  }

  private func put() -> [String] {
    var problems: [String] = []
    let results = results
    if let junit, !junit.replace(with: JUnitReport.text(results)) { problems.append(junit.failure ?? "") }
    do throws(CassetteError) {
      let begun = zip(jobs, results).filter { $1.outcome != .skipped }.map(\.0.tape)
      let recorded = try cassettes.write(begun)
      content.withLock { $0.recorded = recorded }
    } catch { problems.append("\(error)") }
    return problems
  }
}
