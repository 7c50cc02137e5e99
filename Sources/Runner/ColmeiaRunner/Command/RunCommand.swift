import ColmeiaBase
import ColmeiaScenario
import ColmeiaWorld
import Foundation

/// The `run` command, which runs scenarios.
extension Command {
  static func runSyntax(_ app: App) -> CommandSyntax {
    CommandSyntax(
      "run", "run the scenarios in files and folders", operands: "PATH…",
      options: [
        .init("--name", "-n", value: "TEXT", help: "only scenarios whose title contains the text; may be repeated"),
        .init("--tags", value: "TAGS", help: "only scenarios with these tags: 'smoke and not slow'"),
        .init("--root", value: "DIR", help: "the folder of files to include (default: PATH, or its folder)"),
        .init("--jobs", "-j", value: "N", help: "how many scenarios run at once (default: 4)"),
        .init("--strict", help: "fail if a fault, an invariant, a variable or an option has no effect"),
        .init("--fail-fast", help: "start no more scenarios after the first failure"),
        .init("--junit", value: "FILE", help: "write the results as JUnit XML"),
        .init("--jsonl", value: "FILE", help: "log events as JSON, one per line; - for standard output"),
        .init("--record", value: "FILE", help: "record the network traffic to a cassette, without secrets"),
        .init("--replay", value: "FILE", help: "replay the network traffic from a cassette; no server is needed"),
        .init("--verbose", "-v", help: "show steps"),
        .init("-vv", help: "also show statements and actions"),
        .init("--quiet", "-q", help: "show only failures"),
        .init("--color", value: "WHEN", help: "auto, always or never; NO_COLOR is respected"),
      ] + GivenWorld.options(app.languages),
      notes: """
        \(GivenWorld.notes)

        PATH is a file, a folder with .scn files, or FILE:LINE for the scenario at that line.

        A scenario with the tag session-only or links-only runs only with that --transport. A run lists those that it
        leaves out.

        A cassette contains the requests and responses of each scenario, as lines of JSON. --record replaces FILE at
        the end of the run, or when it is interrupted. With --replay, the app gets placeholders instead of tokens,
        'fault' and 'advance' work as usual, and a request that was not recorded breaks its scenario. Values are equal if
        they differ only in a secret, such as a password that is also a word of a recorded text.

        \(ExitCode.help(for: ExitCode.allCases))
        """)
  }

  func runScenarios() async throws -> ExitCode {
    let style = try Console.style(arguments["--color"])
    let isLogOutput = arguments["--jsonl"] == "-"
    let console = Console(
      detail: try detail, style: style, isLogOutput ? terminal.errors : terminal.output, interruption)
    let limit = try arguments.number("--jobs", in: 1...256, default: 4)
    let selection = try selection
    guard !arguments.operands.isEmpty else { throw arguments.missingPath("run", app.name) }
    let (targets, problems) = try ScenarioSelection.targets(arguments.operands, root: arguments["--root"])
    for problem in problems { terminal.writeError("\(app.name): \(problem)") }
    try checkOutputs(inputs: targets.map(\.path))
    let given = try GivenWorld(arguments, languages: app.languages)
    let files = try files(targets, given)
    let isInterrupted = interruption.isOn
    let errorStyle = try Console.style(arguments["--color"], for: 2)
    let mistakes = files.flatMap { file in
      (file.file.diagnostics + (given.isStrict ? file.file.notes : [])).map {
        file.file.source.rendered($0, errorStyle)
      }
    }
    if !mistakes.isEmpty, !isInterrupted { return report(mistakes, errorStyle) }
    let cassettes = try CassetteFiles(record: arguments["--record"], replay: arguments["--replay"])
    var (jobs, omitted) = jobs(files, selection, given.chosenTransport)
    if isInterrupted, jobs.isEmpty || !mistakes.isEmpty { return .interrupted }
    if jobs.isEmpty {
      for line in omitted.lines { terminal.writeError(line) }
      terminal.writeError("nothing to run: \(whyNothing(files, selection, omitted))")
      return .nothingRan
    }
    let tapes = try cassettes.tapes(for: jobs.map { ($0.source, $0.scenario) }, changing: app.changingMembers)
    for (index, tape) in tapes.enumerated() { jobs[index].tape = tape }
    // Files are opened before anything runs, so that no run is lost because its reports can't be written.
    try await WorldFolders.shared.check()
    let junit = try arguments["--junit"].map { path throws(UsageError) in try OutputFile(path: path) }
    let log = try log()
    let reports = RunReports(jobs, cassettes, junit)
    interruption.setFinalOutput {
      for line in reports.writeHere() { terminal.writeError(line) }
    }
    let (start, over, total) = (ContinuousClock.now, Bell(), jobs.count)
    async let progress: Void = console.showProgress(total, until: over)
    await run(jobs, limit, given, console, log, reports)
    over.ring()
    await progress
    let duration = ContinuousClock.now - start
    // The function is kept until the reports are written, so that a second interruption waits for them.
    defer { interruption.setFinalOutput(nil) }
    let unused = unused(files.map(\.file), reports, given)
    for note in unused { terminal.writeError(given.isStrict ? errorStyle.red("error:") + " " + note : "note: \(note)") }
    let code = await finish(reports, omitted, duration, console, log, given.exchanges)
    if !problems.isEmpty, code.rawValue < ExitCode.runtimeError.rawValue { return .runtimeError }
    return code == .success && given.isStrict && !unused.isEmpty ? .expectationFailed : code
  }

  /// Returns a note for each variable, each option, and each fault or invariant of a `before`, that has had no effect.
  private func unused(_ files: [ScenarioFile], _ reports: RunReports, _ given: GivenWorld) -> [String] {
    let results = reports.results
    var notes = files.flatMap { file in file.notes.map { file.source.located($0.range.lowerBound, $0.message) } }
    for file in files {
      let own = results.filter { $0.file == file.source.name }
      // Elsewhere it may have had an effect.
      guard own.count == file.scenarios.count, own.allSatisfy({ $0.outcome == .passed }), let first = own.first else {
        continue
      }
      for (location, text) in first.unusedBefore.sorted(by: { $0.key < $1.key })
      where own.allSatisfy({ $0.unusedBefore[location] != nil }) { notes.append(file.source.located(location, text)) }
    }
    if results.contains(where: { [.skipped, .interrupted].contains($0.outcome) }) { return notes }
    return notes + given.unusedNames(besides: files.reduce(into: []) { $0.formUnion($1.variables) })
  }

  private func log() throws(UsageError) -> EventLog? {
    guard let path = arguments["--jsonl"] else { return nil }
    if path == "-" { return EventLog(terminal.output, interruption) }
    let file = try OutputFile(path: path)
    file.replace(with: "")
    return EventLog(file, interruption)
  }

  /// Writes the reports, and returns the exit code of the run.
  private func finish(
    _ reports: RunReports, _ omitted: Omitted, _ duration: Duration, _ console: Console, _ log: EventLog?,
    _ exchanges: ExchangeFile?
  ) async -> ExitCode {
    let results = reports.results
    // Standard output is shared by all commands, and its failure is reported at the end of any command.
    let problems =
      await reports.write() + [arguments["--jsonl"] == "-" ? nil : log?.failure, exchanges?.failure].compactMap(\.self)
    console.recapitulate(results)
    summarise(results, omitted, duration, console)
    if let recorded = reports.recorded { console.detail == .quiet ? () : console.write(recorded) }
    for problem in problems { terminal.writeError("\(app.name): \(problem)") }
    let code = exitCode(results)
    // If the log or the output can't be written, the run interrupts itself.
    if log?.failure != nil || console.failure != nil {
      return results.contains { $0.outcome == .violated } ? .invariantViolated : .runtimeError
    }
    return !problems.isEmpty && code.rawValue < ExitCode.runtimeError.rawValue ? .runtimeError : code
  }

  private var detail: Console.Detail {
    get throws(UsageError) {
      if arguments["--jsonl"] == "-" { return .quiet }
      if arguments.has("--quiet") { return .quiet }
      return arguments.has("-vv") ? .everything : arguments.has("--verbose") ? .steps : .scenarios
    }
  }

  private var selection: ScenarioSelection {
    get throws(UsageError) {
      var selection = ScenarioSelection(names: arguments.values["--name"] ?? [])
      for text in arguments.values["--tags"] ?? [] { selection.tags += try ScenarioSelection.tags(text) }
      return selection
    }
  }

  /// Refuses to write two outputs to one file, or an output to a file that is read.
  private func checkOutputs(inputs: [String]) throws(UsageError) {
    var uses: [String: String] = [:]
    for path in inputs { uses[Self.location(path)] = "a scenario" }
    for option in ["--replay", "--variables", "--junit", "--jsonl", "--record", "--exchanges"] {
      let isOutput = option != "--replay" && option != "--variables"
      for path in arguments.values[option] ?? [] where !path.hasPrefix("/dev/") {
        if path.isEmpty || path == "-" && option != "--jsonl" {
          throw UsageError(option, mustBe: "the path of a file", not: path)
        }
        if path == "-" { continue }
        let other = uses.updateValue("the file of \(option)", forKey: Self.location(path))
        if let other, isOutput { throw UsageError("\(option): '\(path)' is also \(other)") }
      }
    }
  }

  private static func location(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  private func files(
    _ targets: [ScenarioSelection.Target], _ given: GivenWorld
  ) throws(UsageError) -> [(file: ScenarioFile, line: Int?)] {
    let names = AppNames(app)
    var files: [(file: ScenarioFile, line: Int?)] = []
    for target in targets {
      files.append(
        (
          ScenarioFile(
            try SourceText.read(target.path) { interruption.isOn }, names: names, variables: given.names,
            load: includes(target)),
          target.line
        ))
      // The scenarios that were read are reported as interrupted or skipped.
      if interruption.isOn { break }
    }
    return files
  }

  /// Returns the files that a scenario file includes.
  func includes(_ target: ScenarioSelection.Target) -> IncludedFiles.Load {
    ScenarioSelection.includes(in: arguments["--root"] ?? target.root, interruption)
  }

  private func report(_ mistakes: [String], _ style: TextStyle) -> ExitCode {
    for mistake in mistakes.prefix(50) { terminal.writeError(mistake, style) }
    if mistakes.count > 50 { terminal.writeError("and \(mistakes.count - 50) more") }
    terminal.writeError("\(mistakes.count) \(mistakes.count == 1 ? "error" : "errors"); nothing was run")
    return .parseError
  }

  /// The scenarios that don't run because of their tags.
  private struct Omitted {
    /// A line for each scenario that runs only with another transport.
    var lines: [String] = []
    /// The number of scenarios without the tags that were asked for.
    var untagged = 0
  }

  private func jobs(
    _ files: [(file: ScenarioFile, line: Int?)], _ selection: ScenarioSelection,
    _ transport: GivenWorld.TransportChoice
  ) -> ([RunJob], Omitted) {
    var (jobs, omitted) = ([RunJob](), Omitted())
    for (file, line) in files {
      for scenario in file.scenarios {
        switch selection.omission(of: scenario, file.source, line, transport) {
        case nil: jobs.append(RunJob(source: file.source, scenario: scenario))
        case .unasked: break
        case .tags: omitted.untagged += 1
        case .transport(let tag):
          let location = "\(file.source.name):\(file.source.line(of: scenario.range.lowerBound))"
          omitted.lines.append(
            "left out (\(tag)): \(file.source.masker(scenario.title))  \(location)")
        }
      }
    }
    return (jobs, omitted)
  }

  var noFiles: String { "there are no .scn files in \(arguments.operands.joined(separator: ", "))" }

  /// Returns the reason why there are no jobs.
  private func whyNothing(
    _ files: [(file: ScenarioFile, line: Int?)], _ selection: ScenarioSelection, _ omitted: Omitted
  ) -> String {
    if files.isEmpty { return noFiles }
    if !omitted.lines.isEmpty { return "each selected scenario is for another --transport" }
    let lines = files.compactMap { file, line in line.map { "\(file.source.name):\($0)" } }
    let filters = selection.names.map { "--name '\($0)'" } + selection.tags.map { "the tag '\($0)'" } + lines
    let count = files.reduce(0) { $0 + $1.file.scenarios.count }
    let some = count == 1 ? "the only scenario doesn't match" : "none of \(count) scenarios matches"
    return "\(some) \(filters.joined(separator: " and "))"
  }

  /// Runs the jobs, with a limited number in parallel.
  private func run(
    _ jobs: [RunJob], _ limit: Int, _ given: GivenWorld, _ console: Console, _ log: EventLog?, _ reports: RunReports
  ) async {
    await withTaskGroup(of: (Int, ScenarioResult).self) { group in
      var next = 0
      func begin() {
        guard next < jobs.count else { return reports.writeDraft() }
        let index = next
        next += 1
        reports.begin(index)
        let title = jobs[index].source.masker(jobs[index].scenario.title)
        console.changeProgress { $0.begin(index, title, at: .now) }
        reports.writeDraft()
        group.addTask { (index, await run(jobs[index], given, console, log)) }
      }
      for _ in 0..<min(limit, jobs.count) { begin() }
      while let (index, result) = await group.next() {
        reports.end(index, result)
        console.changeProgress { $0.end(index) }
        let isOver = interruption.isOn || (arguments.has("--fail-fast") && result.outcome != .passed)
        if isOver { reports.writeDraft() } else { begin() }
      }
    }
  }

  private func run(
    _ job: RunJob, _ given: GivenWorld, _ console: Console, _ log: EventLog?
  ) async -> ScenarioResult {
    let events = Guarded<[RunEvent]>([])
    let isKept = console.detail >= .steps
    let (title, masker) = (job.scenario.title, job.source.masker)
    let crashEntry = CrashReport.Entry()
    log?.prepare(crashEntry, RunReports.crashed(job))
    let run = ScenarioRun(app, job.source, job.scenario, interruption, tape: job.tape, given: given) { event in
      log?.write(event, file: job.source.name, scenario: masker(title))
      switch event {
      case .began(_, let line, _): crashEntry.set("\(job.source.name):\(line), in '\(masker(title))'")
      case .statement(let line, let included, _):
        crashEntry.set("\(job.source.name):\(RunEvent.location(line, included)), in '\(masker(title))'")
      default: break
      }
      if isKept || event.isAlwaysReported { events.withLock { $0.append(event) } }
    }
    let result = await run.run()
    crashEntry.set("")
    log?.write(.ended(result), file: result.file, scenario: result.title)
    // Secrets that were learned later are masked in earlier events, too.
    let known = run.masker.current
    console.write(events.withLock { $0.map { $0.masked(by: known) } }, result)
    return result
  }

  private func summarise(_ results: [ScenarioResult], _ omitted: Omitted, _ duration: Duration, _ console: Console) {
    for line in omitted.lines { console.write(console.style.dim(line)) }
    let counts = ScenarioResult.Outcome.allCases.compactMap { outcome -> String? in
      let count = results.count { $0.outcome == outcome }
      return count > 0 ? "\(count) \(outcome.rawValue)" : nil
    }
    let text = "\(results.count) \(results.count == 1 ? "scenario" : "scenarios"): \(counts.joined(separator: ", "))"
    let others = [
      omitted.untagged > 0 ? "--tags leaves out \(omitted.untagged)" : nil,
      omitted.lines.isEmpty ? nil : "--transport leaves out \(omitted.lines.count)",
      console.detail >= .scenarios ? PendingWork.seconds(duration) : nil,
    ]
    console.write(([text] + others.compactMap(\.self)).joined(separator: "; "))
  }

  private func exitCode(_ results: [ScenarioResult]) -> ExitCode {
    if interruption.isOn { return .interrupted }
    let outcomes = Set(results.map(\.outcome))
    if outcomes.contains(.violated) { return .invariantViolated }
    if outcomes.contains(.broken) { return .runtimeError }
    return outcomes.contains(.failed) ? .expectationFailed : .success
  }
}
