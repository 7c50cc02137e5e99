import ColmeiaHTTP

/// The reason why a request to a system fails, as a response. Each system has its own texts and body format.
protocol RouteProblem: Error, Equatable {
  var answer: HTTPResponse { get set }
  /// The path doesn't exist.
  static var unknownPath: Self { get }
  /// The path exists, but doesn't support the method.
  static var wrongMethod: Self { get }
}

extension RouteProblem {
  /// Returns the problem of an unsupported method, with the supported methods in `Allow`. `HEAD` is supported wherever
  /// `GET` is.
  static func wrongMethod(_ methods: [HTTPMethod]) -> Self {
    wrongMethod.adding(["Allow": methods.map { $0 == .get ? "GET, HEAD" : $0.rawValue }.joined(separator: ", ")])
  }

  /// Returns the problem with the number of seconds until a retry in `Retry-After`.
  func retrying(after seconds: Int) -> Self { adding(["Retry-After": "\(seconds)"]) }

  private func adding(_ headers: HTTPHeaders) -> Self {
    var problem = self
    problem.answer = answer.adding(headers)
    return problem
  }
}
