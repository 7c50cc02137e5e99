/// A way in which `serve` reaches front ends, other than through lines, such as `.web(self)` of the module
/// `ColmeiaWeb`. Its first option selects it.
public struct ServeWay: Sendable {
  /// The command-line options. The first one selects this way.
  package var options: [CommandSyntax.Option]
  /// Notes for the help text.
  package var notes: String
  /// Serves until the user interrupts the process.
  package var run: @Sendable (CommandArguments, ServeOptions) async throws -> ExitCode

  /// Creates a way of serving.
  package init(
    _ options: [CommandSyntax.Option], notes: String,
    run: @escaping @Sendable (CommandArguments, ServeOptions) async throws -> ExitCode
  ) {
    self.options = options
    self.notes = notes
    self.run = run
  }

  /// The option that selects this way.
  package var name: String { options.first?.names.first ?? "" }
}
