extension Query {
  /// The text of the query in messages.
  package var name: String {
    switch self {
    case .state(let path): path.steps.isEmpty ? "state" : "\(path)"
    case .screen(let path): path.steps.isEmpty ? "screen" : "screen \(path)"
    case .answer(.status): "answer status"
    case .answer(.error): "answer error"
    case .answer(.body(let path)): path.steps.isEmpty ? "answer body" : "answer body \(path)"
    case .answer(.header(let name)), .answer(.query(let name)): "answer header \"\(name)\""
    case .http(let pattern, _): "http \"\(pattern)\""
    case .effects(let name, let phase): "effects \(name.map { "\"\($0.text)\" " } ?? "")\(phase.rawValue)"
    case .actions(let name): name.map { "actions \"\($0.text)\"" } ?? "actions"
    case .clock: "clock"
    case .fact(let name): name
    case .variable(let name): "var \(name)"
    }
  }
}
