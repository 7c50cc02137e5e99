extension Query {
  /// The text of the query in messages.
  package var name: String {
    switch self {
    case .state(let path): path.steps.isEmpty ? "state" : "\(path)"
    case .screen(let path): path.steps.isEmpty ? "screen" : "screen \(path)"
    case .answer(let part): "answer \(part.name)"
    case .http(let pattern, let part): "http \"\(pattern)\"" + (part.map { " last \($0.name)" } ?? "")
    case .effects(let name, let phase): "effects \(name.map { "\"\($0.text)\" " } ?? "")\(phase.rawValue)"
    case .actions(let name): name.map { "actions \"\($0.text)\"" } ?? "actions"
    case .clock: "clock"
    case .fact(let name): name
    case .variable(let name): "var \(name)"
    }
  }
}
