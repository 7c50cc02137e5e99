import ColmeiaHTTP

extension Backend {
  /// A system that the back end simulates.
  ///
  /// The paths of the systems don't overlap, so one host serves them all. To serve only some of them, set
  /// ``Backend/services``; the paths of the others are then unknown.
  public enum Service: String, Sendable, Hashable, Codable, CaseIterable {
    /// The dog feed: `/signup`, `/feed`, `/images/…`.
    case iddog
    /// Events and their participants: `/users…`, `/events…`.
    case eventbee
    /// Photos, stored as in S3: `/{bucket}/…` of ``Backend/objects``, and any other request that is signed for S3.
    case objects
    /// Newspapers and their news items: `/newspapers…`, `/news`.
    case canillita
    /// Shots, as in Dribbble's API: `/v1/shots…`.
    case dribbble
    /// Accounts whose token changes with each response, and their photos: `/album/…`.
    case album
  }
}

extension Backend {
  /// Handles a request whose path hasn't been split into segments yet.
  func answer(
    _ request: HTTPRequest, _ context: RequestContext, _ state: inout State, _ warnings: inout [BackendWarning]
  ) -> HTTPResponse {
    answer(request, request.segments ?? [], context, &state, &warnings)
  }

  /// Handles a request with these path segments.
  ///
  /// `HEAD` returns the same response as `GET` without the body, and changes no data (RFC 9110 §9.3.2).
  func answer(
    _ request: HTTPRequest, _ segments: [String], _ context: RequestContext, _ state: inout State,
    _ warnings: inout [BackendWarning]
  ) -> HTTPResponse {
    let context = context.dated
    let service = service(of: request, segments)
    guard request.method == .head, service != .canillita || !quirks.contains(.noHead) else {
      return route(request, to: service, segments, context, &state, &warnings)
    }
    var get = request
    // S3 signatures cover the method, and the album's handler must see `HEAD` so that it issues no token that isn't
    // stored.
    if service != .objects, service != .album { get.method = .get }
    var copy = state
    var answer = route(get, to: service, segments, context, &copy, &warnings)
    // A wrong token counts, however it is tried.
    if service == .dribbble { state.dribbble.guesses = copy.dribbble.guesses }
    if answer.status != 304, answer.headers["Transfer-Encoding"] == nil {
      answer.headers["Content-Length"] = "\(answer.body.count)"
    }
    answer.body = []
    return answer
  }

  private func route(
    _ request: HTTPRequest, to service: Service?, _ segments: [String], _ context: RequestContext,
    _ state: inout State, _ warnings: inout [BackendWarning]
  ) -> HTTPResponse {
    switch service {
    case .iddog: return Iddog().answer(request, segments, context, &state.iddog, &warnings)
    case .eventbee:
      let eventbee = Eventbee(abilities: abilities, passwordRounds: passwordRounds)
      return eventbee.answer(request, segments, context, &state.eventbee, &warnings)
    case .objects: return Objects(settings: objects).answer(request, context, &state.objects)
    case .canillita: return canillita.answer(request, segments, context, &state.canillita)
    case .dribbble:
      return Dribbble(settings: dribbble).answer(request, segments, context, &state.dribbble)
    case .album: return Album().answer(request, segments, context, &state.album)
    case nil: return IddogProblem.notFound.answer
    }
  }

  /// Returns the response to a request whose body exceeds the server's limit, in the format of the service that it is
  /// for, or `nil` if that service has no such response.
  func tooLarge(_ head: HTTPRequest, _ context: RequestContext) -> HTTPResponse? {
    guard service(of: head, head.segments ?? []) == .objects else { return nil }
    return Objects(settings: objects).tooLarge(head, context)
  }

  private func service(of request: HTTPRequest, _ segments: [String]) -> Service? {
    let service: Service? =
      switch segments.first {
      case "signup", "feed", "images": .iddog
      case "users", "events": .eventbee
      case "newspapers", "news": .canillita
      case "v1": .dribbble
      case "album": .album
      case objects.bucket: .objects
      default: Objects.isSigned(request) ? .objects : nil
      }
    return service.flatMap { services.contains($0) ? $0 : nil }
  }
}
