import ColmeiaScenario
import ColmeiaWorld

/// The `check` command, which finds mistakes in scenario files without running them.
extension Command {
  static var checkSyntax: CommandSyntax {
    CommandSyntax(
      "check", "check scenario files for errors without running them", operands: "PATH…",
      options: [
        .init("--root", value: "DIR", help: "the folder of files to include (default: PATH, or its folder)"),
        .init("--color", value: "WHEN", help: "auto, always or never; NO_COLOR is respected"),
      ]
        + GivenWorld.variableOptions,
      notes: """
        \(GivenWorld.notes)

        EXIT CODES:
          0     no errors
          2     invalid command line
          3     a scenario file has errors, or can't be read
          7     no scenario was found
          130   interrupted
        """)
  }

  func checkFiles() throws(UsageError) -> ExitCode {
    let style = try Console.style(arguments["--color"], for: 2)
    guard !arguments.operands.isEmpty else { throw arguments.missingPath("check", app.name) }
    let (names, given) = (AppNames(app), try GivenWorld(arguments))
    var (mistakes, scenarios) = (0, 0)
    let (targets, problems) = try ScenarioSelection.targets(arguments.operands, root: arguments["--root"])
    for problem in problems { terminal.writeError("\(app.name): \(problem)", style) }
    mistakes += problems.count
    if targets.isEmpty { terminal.writeError(noFiles) }
    for target in targets {
      let source: SourceText
      do throws(UsageError) { source = try SourceText.read(target.path) { interruption.isOn } } catch {
        terminal.writeError("\(app.name): \(error)", style)
        mistakes += 1
        continue
      }
      let file = ScenarioFile(source, names: names, variables: given.names, load: includes(target)) {
        interruption.isOn
      }
      if interruption.isOn { return .interrupted }
      for diagnostic in file.diagnostics { terminal.writeError(file.source.rendered(diagnostic, style), style) }
      if file.diagnostics.isEmpty {
        for note in file.notes {
          terminal.writeError("note: \(file.source.located(note.range.lowerBound, note.message))", style)
        }
      }
      mistakes += file.diagnostics.count
      scenarios += file.scenarios.count
    }
    for note in names.notes { terminal.writeError("note: \(note)", style) }
    terminal.write("\(scenarios) scenario\(scenarios == 1 ? "" : "s"), \(mistakes) error\(mistakes == 1 ? "" : "s")")
    return mistakes > 0 ? .parseError : scenarios == 0 ? .nothingRan : .success
  }
}
