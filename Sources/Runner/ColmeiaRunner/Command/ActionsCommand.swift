import ColmeiaJSON
import ColmeiaWorld

/// The `actions` command, which lists the actions that can be dispatched.
extension Command {
  static var actionsSyntax: CommandSyntax {
    CommandSyntax(
      "actions", "list the actions, with an example of each", operands: "[PREFIX]",
      options: [.init("--json", help: "one JSON object per line: name, example")])
  }

  func listActions() throws(UsageError) -> ExitCode {
    if arguments.operands.count > 1 { throw UsageError("actions takes one PREFIX", nil, "\(app.name) actions") }
    let prefix = arguments.operands.first ?? ""
    let entries = ActionCatalogue(app).entries
    let wanted = entries.filter { entry in
      // An action whose nested actions are unknown may have any of them.
      let isBelow = entry.advice != nil && (entry.name.isEmpty || prefix.hasPrefix(entry.name + "."))
      return isBelow || entry.name.hasPrefix(prefix)
    }
    if wanted.isEmpty {
      let names = entries.map(\.name)
      let cases = names.map { String($0.prefix { $0 != "." }) }
      throw UsageError("no action begins with '\(prefix)'", NearestName.of(prefix, in: names + cases))
    }
    for entry in wanted {
      if arguments.has("--json") { terminal.write(json(entry).text()) } else { terminal.write(line(entry)) }
    }
    return .success
  }

  private func json(_ entry: ActionCatalogue.Entry) -> JSON {
    if let advice = entry.advice {
      return ["name": .string(entry.name), "example": .null, "unknown": .string(advice)]
    }
    return ["name": .string(entry.name), "example": entry.json ?? .null]
  }

  private func line(_ entry: ActionCatalogue.Entry) -> String {
    if let advice = entry.advice { return (entry.name.isEmpty ? "" : "\(entry.name).…  ") + "# \(advice)" }
    return entry.text ?? "\(entry.name)  # no example available"
  }
}
