import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaSecrets

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

  /// Returns a line for each of the last requests that match, or one about the others if none does.
  package func requestLines(_ pattern: RequestPattern, _ device: String?, _ masker: Masker) -> [String] {
    let matching = matching(pattern, device)
    if matching.isEmpty { return otherRequests(pattern, device).map { [$0] } ?? [] }
    let lines = matching.suffix(8).map { exchange in
      let result = exchange.error ?? exchange.status.map { "\($0)" } ?? "no response yet"
      return "  \(exchange.request.method) \(masker(exchange.request.target)): \(result)"
    }
    return ["the requests\(matching.count > 8 ? ", the last 8 of \(matching.count)" : ""):"] + lines
  }

  private func matching(_ pattern: RequestPattern, _ device: String?) -> [Exchange] {
    exchanges.filter { exchange in
      (device == nil || exchange.device == device)
        && pattern.matches(method: exchange.request.method.rawValue, path: exchange.request.path)
    }
  }

  /// Returns the request of the last exchange that matches, or `nil` if there is none.
  package func lastRequest(_ pattern: RequestPattern, _ device: String?) -> HTTPRequest? {
    matching(pattern, device).last?.request
  }

  /// Returns a part of the last exchange that matches the pattern, or all that match if the part is `nil`.
  package func json(_ pattern: RequestPattern, _ part: ExchangePart?, _ device: String?) -> JSON? {
    let matching = matching(pattern, device)
    switch part {
    case nil: return .array(matching.map(\.json))
    case .status: return matching.last?.status.map { .number(JSONNumber($0)) }
    case .error: return matching.last?.error.map(JSON.string)
    case .query(let name):
      return matching.last?.request.queryItems?.first { $0.name == name }.map { .string($0.value) }
    case .header(let name): return matching.last?.request.headers.shown(name).first.map(JSON.string)
    case .headers(let name): return matching.last.map { .array($0.request.headers.shown(name).map(JSON.string)) }
    case .text: return matching.last.flatMap { String(validating: $0.request.body, as: UTF8.self) }.map(JSON.string)
    case .body(let path):
      return (matching.last?.request.body).flatMap { try? JSON(parsing: $0) }.flatMap(path.value)
    }
  }
}

extension HTTPHeaders {
  /// Returns the values of the fields with a name. A scenario can query whether a secret field was sent, but not its
  /// value.
  fileprivate func shown(_ name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map { $0.isSecret ? "***" : $0.value }
  }
}
