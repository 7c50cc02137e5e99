import ColmeiaHTTP

/// A routing table from paths and methods to targets.
///
/// A pattern consists of segments joined by `/`. A placeholder `{…}` matches any one segment. If several patterns match
/// a path, those with the fewest placeholders win regardless of the method: `users/login` precedes `users/{id}`.
struct RouteTable<Target: Sendable, Problem: RouteProblem>: Sendable {
  private struct Route: Sendable {
    var method: HTTPMethod
    /// The segments, with `nil` for a placeholder.
    var pattern: [String?]
    var target: Target
    /// The number of placeholders in the pattern.
    var parameters: Int

    func fits(_ segments: [String]) -> Bool {
      segments.count == pattern.count
        && pattern.indices.allSatisfy { pattern[$0] == nil || pattern[$0] == segments[$0] }
    }

    func values(in segments: [String]) -> [String] {
      zip(pattern, segments).compactMap { $0 == nil ? $1 : nil }
    }
  }

  /// The routes with the fewest placeholders first, otherwise in the given order.
  private let routes: [Route]

  init(_ routes: [(method: HTTPMethod, pattern: String, target: Target)]) {
    let all = routes.map { route in
      let pattern = route.pattern.split(separator: "/").map { $0.first == "{" ? nil : String($0) }
      return Route(
        method: route.method, pattern: pattern, target: route.target, parameters: pattern.count { $0 == nil })
    }
    let most = all.map(\.parameters).max() ?? 0
    self.routes = (0...most).flatMap { parameters in all.filter { $0.parameters == parameters } }
  }

  /// Returns the target and the values of the placeholders.
  ///
  /// - Complexity: O(routes).
  func find(_ method: HTTPMethod, _ segments: [String]) throws(Problem) -> (target: Target, values: [String]) {
    guard let first = routes.first(where: { $0.fits(segments) }) else { throw .unknownPath }
    if first.method == method { return (first.target, first.values(in: segments)) }
    let nearest = routes.filter { $0.parameters == first.parameters && $0.fits(segments) }
    guard let match = nearest.first(where: { $0.method == method }) else {
      throw .wrongMethod(nearest.map(\.method))
    }
    return (match.target, match.values(in: segments))
  }
}
