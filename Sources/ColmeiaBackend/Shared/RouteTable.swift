import ColmeiaHTTP

/// What a path and a method lead to.
///
/// A pattern is segments joined by `/`; `{…}` stands for any one segment. Where several patterns fit a path, those with
/// the fewest such places win: `users/login` before `users/{id}`, whatever the method.
struct RouteTable<Target: Sendable, Problem: RouteProblem>: Sendable {
  private struct Route: Sendable {
    var method: HTTPMethod
    /// `nil` is a place.
    var pattern: [String?]
    var target: Target
    /// How many places the pattern has.
    var places: Int

    func fits(_ segments: [String]) -> Bool {
      segments.count == pattern.count
        && pattern.indices.allSatisfy { pattern[$0] == nil || pattern[$0] == segments[$0] }
    }

    func values(in segments: [String]) -> [String] {
      pattern.indices.filter { pattern[$0] == nil }.map { segments[$0] }
    }
  }

  /// Those with the fewest places first, else in their order.
  private let routes: [Route]

  init(_ routes: [(method: HTTPMethod, pattern: String, target: Target)]) {
    let all = routes.map { route in
      let pattern = route.pattern.split(separator: "/").map { $0.first == "{" ? nil : String($0) }
      return Route(
        method: route.method, pattern: pattern, target: route.target, places: pattern.count { $0 == nil })
    }
    let most = all.map(\.places).max() ?? 0
    self.routes = (0...most).flatMap { places in all.filter { $0.places == places } }
  }

  /// The target, and the decoded segments at the pattern's places.
  ///
  /// - Complexity: O(routes).
  func find(_ method: HTTPMethod, _ segments: [String]) throws(Problem) -> (target: Target, values: [String]) {
    guard let first = routes.first(where: { $0.fits(segments) }) else { throw .unknownPath }
    if first.method == method { return (first.target, first.values(in: segments)) }
    let nearest = routes.filter { $0.places == first.places && $0.fits(segments) }
    guard let match = nearest.first(where: { $0.method == method }) else {
      throw .wrongMethod(nearest.map(\.method))
    }
    return (match.target, match.values(in: segments))
  }
}
