import ColmeiaFrontEnds
import ColmeiaJSON
import ColmeiaWorld

/// The `schema` command, which prints the messages between front ends and the app for programs.
extension Command {
  static var schemaSyntax: CommandSyntax {
    CommandSyntax(
      "schema", "print the messages of serve, with all actions and states, as JSON Schema",
      notes: """
        The output is JSON Schema 2020-12, from which other tools make types. 'serve --stdio' and the C interface
        exchange these messages. Actions, states, effects and the screen have their own definitions. Parts that the
        app's types do not define accept any value.
        """)
  }

  func printSchema() -> ExitCode {
    let messages = MessageSchema(app)
    // Nothing is masked, because the output contains names but no values.
    terminal.output.write(messages.json.text(.pretty) + "\n")
    for advice in messages.advice { terminal.writeError("\(app.name): \(advice)") }
    return .success
  }
}
