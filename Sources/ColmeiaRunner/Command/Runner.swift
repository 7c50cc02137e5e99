import Colmeia
import ColmeiaJSON
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

  /// The command line of `app`.
  public init(_ app: App) { self.app = app }

  /// Reads the process's arguments, does what they say, and ends the process with an ``ExitCode``.
  public func main() async -> Never {
    let interruption = Interrupts.interruption
    InterruptSignal.watch(interruption)
    exit(await run(Array(CommandLine.arguments.dropFirst()), interruption).rawValue)
  }

  /// Does what the arguments say.
  public func run(_ arguments: [String]) async -> ExitCode { await run(arguments, Interruption()) }

  func run(_ arguments: [String], _ interruption: Interruption) async -> ExitCode {
    do {
      return try await dispatch(arguments, interruption)
    } catch let error as UsageError {
      Console.complain("\(app.name): \(error)")
      return .usage
    } catch {
      Console.complain("\(app.name): \(error)")
      return .runtimeError
    }
  }

  private func dispatch(_ arguments: [String], _ interruption: Interruption) async throws -> ExitCode {
    guard let name = arguments.first, name != "--help", name != "-h", name != "help" else {
      print(help, terminator: "")
      return arguments.isEmpty ? .usage : .success
    }
    if name == "--version" {
      print("\(app.name) \(app.version)")
      return .success
    }
    guard let command = commands(interruption).first(where: { $0.syntax.name == name }) else {
      let names = commands(interruption).map(\.syntax.name)
      throw UsageError("there is no command '\(name)'", NearestName.of(name, in: names), app.name)
    }
    let rest = Array(arguments.dropFirst())
    if rest.contains("--help") || rest.contains("-h") {
      print(command.syntax.help(program: app.name), terminator: "")
      return .success
    }
    return try await command.run(CommandArguments(rest, command.syntax))
  }

  private func commands(_ interruption: Interruption) -> [RunnerCommand] {
    let app = app
    return [
      RunnerCommand(RunCommand<App>.syntax) {
        try await RunCommand(app: app, arguments: $0, interruption: interruption).run()
      },
      RunnerCommand(CheckCommand<App>.syntax) { try CheckCommand(app: app, arguments: $0).run() },
      RunnerCommand(ActionsCommand<App>.syntax) { try ActionsCommand(app: app, arguments: $0).run() },
      RunnerCommand(ServeCommand<App>.syntax) {
        try await ServeCommand(app: app, arguments: $0, interruption: interruption).run()
      },
    ] + app.commands
  }

  private var help: String {
    let rows = commands(Interruption()).map { ($0.syntax.name, $0.syntax.summary) }
    return """
      \(app.name) \(app.version)

      USAGE: \(app.name) COMMAND [OPTION…] [OPERAND…]

      COMMANDS:
      \(CommandSyntax.table(rows))
      '\(app.name) COMMAND --help' tells more. '\(app.name) --version' tells the version.

      """
  }
}
