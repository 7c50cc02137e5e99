import Colmeia
import ColmeiaBase
import ColmeiaCassette
import ColmeiaScenario
import ColmeiaStorage
import ColmeiaWorld

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
    /// When the next draft of the report may be written.
    var nextDraft = ContinuousClock.now
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

  /// Writes a report of the run so far, in case the process traps before its end. Each running scenario is an error.
  ///
  /// Among many scenarios, most drafts are left out, so that writing them takes at most a twentieth of the time.
  func writeDraft() {
    guard let junit, junit.isRegular else { return }
    isWritten.withLock { isWritten in
      let start = ContinuousClock.now
      if isWritten || content.withLock({ $0.nextDraft > start }) { return }
      junit.replace(with: JUnitReport.text(results(ofRunning: Self.crashed)))
      content.withLock { $0.nextDraft = .now + (.now - start) * 20 }
    }
  }

  func begin(_ index: Int) { content.withLock { $0.hasBegun[index] = true } }
  func end(_ index: Int, _ result: ScenarioResult) { content.withLock { $0.results[index] = result } }

  private static func result(of job: RunJob, _ ending: ScenarioResult.Outcome?) -> ScenarioResult {
    ScenarioResult(
      file: job.source.name, title: job.source.masker(job.scenario.title),
      line: job.source.line(of: job.scenario.range.lowerBound), ending: ending)
  }

  /// The result of a scenario during which the process has ended.
  static func crashed(_ job: RunJob) -> ScenarioResult {
    var result = result(of: job, nil)
    result.failures = [
      .init(
        outcome: .broken, location: "\(result.file):\(result.line):1",
        message: "the process crashed while the scenario ran", details: [])
    ]
    return result
  }

  /// The results in the order of the jobs, including those that have not ended or were not started.
  var results: [ScenarioResult] { results { Self.result(of: $0, .interrupted) } }

  private func results(ofRunning running: (RunJob) -> ScenarioResult) -> [ScenarioResult] {
    let content = content.withLock { $0 }
    return jobs.indices.map { index in
      if let result = content.results[index] { return result }
      return content.hasBegun[index] ? running(jobs[index]) : Self.result(of: jobs[index], .skipped)
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
      return isWritten ? [] : write()
    }
  }

  private func write() -> [String] {
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
