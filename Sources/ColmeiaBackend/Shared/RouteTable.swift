import ColmeiaHTTP

/// What a path and a method lead to.
///
/// A pattern is segments joined by `/`; `{…}` stands for any one segment. Where several patterns fit a path, those with
/// the fewest such places win: `users/login` before `users/{id}`, whatever the method.
struct RouteTable<Target: Sendable>: Sendable {
  /// What was found.
  enum Match {
    /// The target, and the decoded segments at the pattern's places.
    case found(Target, [String])
    /// The path is known, but not with this method; with these.
    case wrongMethod([HTTPMethod])
    case unknown
  }

  private struct Route: Sendable {
    var method: HTTPMethod
    /// `nil` is a place.
    var pattern: [String?]
    var target: Target

    var places: Int { pattern.count { $0 == nil } }

    func values(in segments: [String]) -> [String]? {
      guard segments.count == pattern.count else { return nil }
      var values: [String] = []
      for (expected, segment) in zip(pattern, segments) {
        if expected == nil { values.append(segment) } else if expected != segment { return nil }
      }
      return values
    }
  }

  private let routes: [Route]

  init(_ routes: [(method: HTTPMethod, pattern: String, target: Target)]) {
    self.routes = routes.map { route in
      let pattern = route.pattern.split(separator: "/").map { $0.first == "{" ? nil : String($0) }
      return Route(method: route.method, pattern: pattern, target: route.target)
    }
  }

  /// - Complexity: O(routes).
  func find(_ method: HTTPMethod, _ segments: [String]) -> Match {
    let fitting = routes.compactMap { route in route.values(in: segments).map { (route: route, values: $0) } }
    guard let fewest = fitting.map(\.route.places).min() else { return .unknown }
    let nearest = fitting.filter { $0.route.places == fewest }
    guard let match = nearest.first(where: { $0.route.method == method }) else {
      return .wrongMethod(nearest.map(\.route.method))
    }
    return .found(match.route.target, match.values)
  }
}
