import ColmeiaJSON
import ColmeiaScenario

extension ScenarioNetwork {
  /// Returns a sentence about the requests of the app, if none matches the pattern.
  package func otherRequests(_ pattern: RequestPattern, _ device: String?) -> String? {
    let own = exchanges.filter { device == nil || $0.device == device }.map(\.request)
    if own.contains(where: { pattern.matches(method: $0.method.rawValue, path: $0.path) }) { return nil }
    var seen: Set<String> = []
    let names = own.map { "\($0.method) \($0.path)" }.filter { seen.insert($0).inserted }
    if names.isEmpty { return "the app has sent no request" }
    return "the app has sent: \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? ", …" : "")"
  }

  /// Returns a part of the last exchange that matches the pattern, or all that match if the part is `nil`.
  package func json(_ pattern: RequestPattern, _ part: ExchangePart?, _ device: String?) -> JSON? {
    let matching = exchanges.filter { exchange in
      (device == nil || exchange.device == device)
        && pattern.matches(method: exchange.request.method.rawValue, path: exchange.request.path)
    }
    switch part {
    case nil: return .array(matching.map(\.json))
    case .status: return matching.last?.status.map { .number(JSONNumber($0)) }
    case .error: return matching.last?.error.map(JSON.string)
    case .query(let name):
      return matching.last?.request.queryItems?.first { $0.name == name }.map { .string($0.value) }
    case .header(let name):
      guard let headers = matching.last?.request.headers, let value = headers[name] else { return nil }
      // A scenario can query whether a secret field was sent, but not its value.
      let isSecret = headers.fields.contains { $0.isSecret && $0.name.lowercased() == name.lowercased() }
      return .string(isSecret ? "***" : value)
    case .body(let path):
      return (matching.last?.request.body).flatMap { try? JSON(parsing: $0) }.flatMap(path.value)
    }
  }
}
