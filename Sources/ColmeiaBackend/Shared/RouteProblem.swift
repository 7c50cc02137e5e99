import ColmeiaHTTP

/// Why a call to one system fails: what is answered. Each system has its own words and its own body for them.
protocol RouteProblem: Error, Equatable {
  var answer: HTTPResponse { get set }
  /// There is no such path.
  static var unknownPath: Self { get }
  /// The path is known, but not with this method.
  static var wrongMethod: Self { get }
}

extension RouteProblem {
  /// The path is known, but not with this method; with these. A path that can be got has `HEAD`, too.
  static func wrongMethod(_ methods: [HTTPMethod]) -> Self {
    wrongMethod.adding(["Allow": methods.map { $0 == .get ? "GET, HEAD" : $0.rawValue }.joined(separator: ", ")])
  }

  /// The problem, and in how many seconds there may be another try.
  func retrying(after seconds: Int) -> Self { adding(["Retry-After": "\(seconds)"]) }

  private func adding(_ headers: HTTPHeaders) -> Self {
    var problem = self
    problem.answer = answer.adding(headers)
    return problem
  }
}
