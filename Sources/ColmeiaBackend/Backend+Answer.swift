import ColmeiaHTTP

extension Backend {
  /// Answers a request. `HEAD` is answered as `GET` would be, without the body, and changes nothing (RFC 9110 §9.3.2).
  func answer(
    _ request: HTTPRequest, _ stamp: Stamp, _ state: inout State, _ warnings: inout [BackendWarning]
  ) -> HTTPResponse {
    guard request.method == .head else { return route(request, stamp, &state, &warnings) }
    var get = request
    get.method = .get
    var copy = state
    var answer = route(get, stamp, &copy, &warnings)
    if answer.status != 304 { answer.headers["Content-Length"] = "\(answer.body.count)" }
    answer.body = []
    return answer
  }

  private func route(
    _ request: HTTPRequest, _ stamp: Stamp, _ state: inout State, _ warnings: inout [BackendWarning]
  ) -> HTTPResponse {
    let segments = request.segments ?? []
    switch service(of: segments.first) {
    case .iddog: return Iddog().answer(request, segments, stamp, &state.iddog, &warnings)
    case .eventbee:
      let eventbee = Eventbee(abilities: abilities, passwordRounds: passwordRounds)
      return eventbee.answer(request, segments, stamp, &state.eventbee, &warnings)
    case nil: return IddogProblem.notFound.answer
    }
  }

  private func service(of segment: String?) -> Service? {
    let service: Service? =
      switch segment {
      case "signup", "feed", "images": .iddog
      case "users", "events": .eventbee
      default: nil
      }
    return service.flatMap { services.contains($0) ? $0 : nil }
  }
}
