import ColmeiaJSON
import ColmeiaWorld
import Foundation

/// The command line of an app.
///
/// ```swift
/// @main struct MyAppCommand {
///   static func main() async { await Runner(MyApp()).main() }
/// }
/// ```
public struct Runner<App: RunnableApp>: Sendable {
  let app: App
  let terminal: CommandOutput

  /// Creates the command line of `app`.
  public init(_ app: App) { self.init(app, CommandOutput()) }

  init(_ app: App, _ terminal: CommandOutput) {
    self.app = app
    self.terminal = terminal
  }

  /// Runs the command in the process's arguments, and ends the process with an ``/ColmeiaWorld/ExitCode``.
  public func main() async -> Never {
    let interruption = Interrupts.interruption
    InterruptSignal.watch(interruption)
    CrashReport.install()
    ProcessEnd.exit(await run(Array(CommandLine.arguments.dropFirst()), interruption))
  }

  /// Runs the command in the arguments, and returns its exit code.
  public func run(_ arguments: [String]) async -> ExitCode { await run(arguments, Interruption()) }

  func run(_ arguments: [String], _ interruption: Interruption) async -> ExitCode {
    do {
      let code = try await dispatch(arguments, interruption)
      guard let failure = terminal.output.failure else { return code }
      if terminal.output.hasLostReader { return .outputClosed }
      terminal.writeError("\(app.name): \(failure)")
      return .runtimeError
    } catch let error as UsageError {
      terminal.writeError("\(app.name): \(error)")
      return .usage
    } catch {
      terminal.writeError("\(app.name): \(error)")
      return .runtimeError
    }
  }

  private func dispatch(_ arguments: [String], _ interruption: Interruption) async throws -> ExitCode {
    guard let first = arguments.first else {
      terminal.errors.write(help)
      return .usage
    }
    // `help run` is the same as `run --help`.
    let arguments = first == "help" ? Array(arguments.dropFirst()) + ["--help"] : arguments
    let name = arguments[0]
    if name == "--help" || name == "-h" {
      terminal.output.write(help)
      return .success
    }
    if name == "--version" {
      terminal.write("\(app.name) \(app.version)" + (app.build.map { " (\($0))" } ?? ""))
      return .success
    }
    guard let command = commands(interruption).first(where: { $0.syntax.name == name }) else {
      let names = commands(interruption).map(\.syntax.name) + ["--help", "--version"]
      let nearest = NearestName.of(name, in: names)
      let isOption = nearest == nil && name.hasPrefix("-")
      throw UsageError(
        "unknown \(isOption ? "option" : "command") '\(name)'\(isOption ? "; options follow the command" : "")",
        nearest,
        app.name)
    }
    let rest = Array(arguments.dropFirst())
    if rest.contains("--help") || rest.contains("-h") {
      terminal.output.write(command.syntax.help(program: app.name))
      return .success
    }
    return try await command.run(CommandArguments(rest, command.syntax, program: app.name))
  }

  private func commands(_ interruption: Interruption) -> [RunnerCommand] {
    let (app, terminal) = (app, terminal)
    func command(
      _ syntax: CommandSyntax, _ run: @escaping @Sendable (Command<App>) async throws -> ExitCode
    ) -> RunnerCommand {
      RunnerCommand(syntax) {
        try await run(Command(app: app, arguments: $0, interruption: interruption, terminal: terminal))
      }
    }
    return [
      command(Command.runSyntax(app)) { try await $0.runScenarios() },
      command(Command<App>.checkSyntax) { try $0.checkFiles() },
      command(Command<App>.actionsSyntax) { try $0.listActions() },
      command(Command<App>.schemaSyntax) { $0.printSchema() },
      command(Command.serveSyntax(app)) { try await $0.serve() },
    ] + app.commands
  }

  private var help: String {
    let rows = commands(Interruption()).map { ($0.syntax.name, $0.syntax.summary) }
    return """
      \(app.name) \(app.version)

      USAGE: \(app.name) COMMAND [OPTION…] [OPERAND…]

      COMMANDS:
      \(CommandSyntax.table(rows))
      '\(app.name) COMMAND --help' describes a command, '\(app.name) --version' prints the version.

      """
  }
}

/// A running command, with its arguments and output.
struct Command<App: RunnableApp>: Sendable {
  let app: App
  let arguments: CommandArguments
  let interruption: Interruption
  let terminal: CommandOutput
}
