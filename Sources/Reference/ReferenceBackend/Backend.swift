import Colmeia
import ColmeiaHTTP

/// A demo back end as a pure reducer: requests are actions, responses are effects, and its data is a value.
///
/// It reads no clock, generates no random numbers and opens no sockets. A shell passes a ``RequestContext`` with each
/// request and performs the effects. The same back end can therefore run over real sockets, in a simulation and in a
/// test, and two back ends that receive the same requests have equal states.
///
/// ```swift
/// var machine = Machine(Backend.State.demo, Backend())
/// machine.send(.received(ExchangeID(rawValue: 1), request, context))
/// ```
///
/// What clients can rely on in iddog and Eventbee:
///
/// - Each login and each sign-up returns a new token. A user's ten newest tokens are valid, one for each device.
///   Eventbee's logoff invalidates one of them.
/// - A body must be a JSON object. Another content type gets status 415, and invalid JSON 400. JSON that isn't an
///   object gets 422 from Eventbee and 400 from iddog. A missing body counts as an empty object, and a missing
///   `Content-Type` as JSON.
/// - Email addresses are compared case-insensitively and shown as they were first given.
/// - An unknown path gets status 404. A known path with an unsupported method gets 405 with `Allow`. `HEAD` is
///   supported wherever `GET` is. A refused request changes nothing except the count of wrong passwords for an email
///   in the current minute.
///
/// Objects behave like S3's, as AWS documents them. Newspapers behave like Canillita's, without its ``quirks`` unless
/// they are enabled.
///
/// Shots are read-only and require an app's access token. A refused request changes nothing except the number of
/// requests that remain for that token in the current minute.
///
/// Passwords are stored as PBKDF2 keys and tokens as digests. The default of ``passwordRounds`` suits a demo;
/// protecting real users needs a hundred times as many.
public struct Backend: Reducer {
  /// An input of the back end.
  public enum Action: Sendable, Equatable, Codable {
    /// A request was received. A recording of this action contains what the client sent, including passwords and
    /// tokens.
    case received(ExchangeID, HTTPRequest, RequestContext)
    /// A client of the cable sent a message.
    case message(ExchangeID, String, RequestContext)
    /// A client of the cable or of the news disconnected.
    case left(ExchangeID)
    /// The heartbeat, due every three seconds. Clients of the cable get a ping each time, clients of the news a comment
    /// every fifth time.
    case beat(date: Int)
    /// The server restarts: clients of the cable are told, and all streams end.
    case restarting
  }

  /// A task for the back end's shell. The cases are indirect because the machine copies effects, and a copy of one
  /// reference costs less than copies of a response's parts.
  public indirect enum Effect: Sendable, Equatable, Codable {
    /// Send the response to a request. Each request gets one response, in the order of the requests.
    case respond(ExchangeID, HTTPResponse)
    /// Send the response and turn the connection into a stream of texts: a WebSocket of the cable after status 101, or
    /// otherwise an endless response body.
    case upgrade(ExchangeID, HTTPResponse)
    /// Send a text over a stream.
    case transmit(ExchangeID, String)
    /// Close a stream.
    case hangUp(ExchangeID)
    /// Log a warning for the operator.
    case log(BackendWarning)
  }

  /// The systems that are served. The paths of the others are unknown.
  public var services: Set<Service>
  /// The permissions of each role in Eventbee.
  public var abilities: AbilityTable
  /// The bucket and its credentials.
  public var objects: ObjectSettings
  /// The access to shots and its rate limit.
  public var dribbble: DribbbleSettings
  /// The number of PBKDF2 rounds for new passwords, from 1 to 10,000,000. It determines the cost of guessing a password
  /// and of a login.
  public var passwordRounds: Int
  /// The deviations of the original Canillita from expected behavior that are enabled; none by default.
  public var quirks: CanillitaQuirks

  /// Creates a back end.
  public init(
    services: Set<Service> = Set(Service.allCases), abilities: AbilityTable = .standard,
    objects: ObjectSettings = ObjectSettings(), dribbble: DribbbleSettings = DribbbleSettings(),
    passwordRounds: Int = 1_000, quirks: CanillitaQuirks = []
  ) {
    precondition(
      (1...PasswordRecord.mostRounds).contains(passwordRounds),
      "the number of rounds must be from 1 to \(PasswordRecord.mostRounds), not \(passwordRounds)")
    self.services = services
    self.abilities = abilities
    self.objects = objects
    self.dribbble = dribbble
    self.passwordRounds = passwordRounds
    self.quirks = quirks
  }

  /// Handles an action. The effects log warnings first, then respond.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .message(let id, let text, let context): return cable.receive(text, from: id, context, &state)
    case .left(let id):
      state.cable.leave(id)
      state.canillita.listeners.leave(id)
      return .none
    case .beat(let date): return cable.beat(date, state) + news.beat(&state.canillita)
    case .restarting: return cable.sendAway(&state) + news.sendAway(&state.canillita)
    case .received(let id, let request, let context): return receive(id, request, context, &state)
    }
  }

  private func receive(
    _ id: ExchangeID, _ request: HTTPRequest, _ context: RequestContext, _ state: inout State
  ) -> Effects {
    let segments = request.segments ?? []
    if isCable(request) { return cable.connect(id, request, &state) }
    if isNews(request, segments) { return news.open(id, request, &state.canillita) }
    var warnings: [BackendWarning] = []
    let before = state.cable.connections.isEmpty ? nil : state.eventbee.events
    let stored = state.canillita.stored
    let response = answer(request, segments, context, &state, &warnings)
    var effects: Effects = .none
    for warning in warnings { effects += .run(.log(warning)) }
    effects += .run(.respond(id, response))
    // Only requests below this path end sessions.
    if segments.first == "users" { effects += cable.endSessions(&state) }
    return effects + cable.notifyChanges(since: before, &state) + news.publish(since: stored, state.canillita)
  }

  var canillita: Canillita { Canillita(quirks: quirks) }
  private var cable: Cable { Cable() }
  private var news: NewsStream { NewsStream(quirks: quirks) }

  private func isCable(_ request: HTTPRequest) -> Bool { request.path == "/cable" && services.contains(.eventbee) }

  private func isNews(_ request: HTTPRequest, _ segments: [String]) -> Bool {
    segments.first == "news" && segments.count == 1 && request.method == .get && services.contains(.canillita)
  }
}
