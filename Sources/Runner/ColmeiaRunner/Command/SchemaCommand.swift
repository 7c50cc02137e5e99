import ColmeiaJSON

/// The `schema` command, which prints the messages between front ends and the app for programs and compilers.
extension Command {
  static var schemaSyntax: CommandSyntax {
    CommandSyntax(
      "schema", "print the messages of serve, with all actions and states, as JSON Schema or types",
      options: [
        .init("--typescript", help: "types for TypeScript and, as a .d.ts file, for JavaScript"),
        .init("--python", help: "types for Python 3.11 or later"),
      ],
      notes: """
        The default output is JSON Schema 2020-12. 'serve --stdio' and the C interface exchange these messages. Actions,
        states, effects and the screen have their own definitions. Parts that the app's types do not define accept any
        value.
        """)
  }

  func printSchema() throws(UsageError) -> ExitCode {
    let messages = MessageSchema(app)
    let schema = messages.json
    // Nothing is masked, because the output contains names but no values.
    switch (arguments.has("--typescript"), arguments.has("--python")) {
    case (true, true):
      throw UsageError("--typescript and --python cannot be combined; remove one", nil, "\(app.name) schema")
    case (true, false): terminal.output.write(TypeScriptTypes(schema).text)
    case (false, true): terminal.output.write(PythonTypes(schema).text)
    case (false, false): terminal.output.write(schema.text(.pretty) + "\n")
    }
    for advice in messages.advice { terminal.writeError("\(app.name): \(advice)") }
    return .success
  }
}
