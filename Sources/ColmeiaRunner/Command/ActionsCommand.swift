import ColmeiaJSON

/// `actions`: lists what can be dispatched.
extension Command {
  static var actionsSyntax: CommandSyntax {
    CommandSyntax(
      "actions", "list the actions, with an example of each", operands: "[PREFIX]",
      options: [.init("--json", help: "one JSON object per line: name, example")])
  }

  func listActions() throws(UsageError) -> ExitCode {
    let prefix = arguments.operands.first ?? ""
    let entries = ActionCatalogue(app).entries
    let wanted = entries.filter { $0.name == prefix || prefix.isEmpty || $0.name.hasPrefix(prefix + ".") }
    if wanted.isEmpty {
      throw UsageError("no action begins with '\(prefix)'", NearestName.of(prefix, in: entries.map(\.name)))
    }
    for entry in wanted {
      if arguments.has("--json") {
        terminal.tell((["name": .string(entry.name), "example": entry.json ?? .null] as JSON).text())
      } else {
        terminal.tell(entry.text ?? "\(entry.name)  # no example could be invented")
      }
    }
    return .success
  }
}
