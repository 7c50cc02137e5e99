/// A way in which `serve` reaches front ends, beside lines: chosen by its first option.
public struct ServeWay: Sendable {
  /// What it takes; the first option chooses it.
  package var options: [CommandSyntax.Option]
  /// What a reader of the help should know.
  package var notes: String
  /// Serves until the user ends it.
  package var run: @Sendable (CommandArguments, ServeOptions) async throws -> ExitCode

  /// A way.
  package init(
    _ options: [CommandSyntax.Option], notes: String,
    run: @escaping @Sendable (CommandArguments, ServeOptions) async throws -> ExitCode
  ) {
    self.options = options
    self.notes = notes
    self.run = run
  }

  /// The option that chooses it.
  var name: String { options.first?.names.first ?? "" }
}
