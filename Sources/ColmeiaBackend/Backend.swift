import Colmeia
import ColmeiaHTTP

/// A demo back end as a pure reducer: requests come in, answers go out, and what there is lies in between as a value.
///
/// It reads no clock, draws no number and opens no socket: a shell hands it each request with a ``RequestContext``, and carries
/// out its effects. So the same back end answers over real sockets, in a simulation and in a test, and two that were
/// asked the same are equal.
///
/// ```swift
/// var machine = Machine(Backend.State.demo, Backend())
/// machine.send(.received(ExchangeID(rawValue: 1), request, stamp))
/// ```
///
/// What a client may rely on in iddog and Eventbee:
///
/// - Each login and each sign-up gives a new token; a user's ten newest are good, one for each device. Eventbee's logoff
///   ends one of them.
/// - A body has to be a JSON object. One that is said to be something else is answered with 415, one that is not JSON
///   with 400, JSON that is no object with 422 by Eventbee and with 400 by iddog. No body is an empty object, and no
///   `Content-Type` means JSON.
/// - E-mails are compared without regard to upper and lower case, and shown as they were first given.
/// - An unknown path is 404, a known one with a method that it has not 405 with `Allow`; `HEAD` is answered wherever `GET`
///   is. What is refused changes nothing but how many more passwords an e-mail may be tried with in its minute.
///
/// Objects are S3's: what a client may rely on there is what AWS documents. Newspapers are Canillita's, without its
/// ``quirks`` unless they are wanted.
///
/// Shots are only read, with the access token of an app; what is refused changes nothing but how many more requests that
/// token has in its minute.
///
/// Passwords are kept as PBKDF2 keys and tokens as digests. ``passwordRounds`` is for a demo: what guards real people
/// needs a hundred times as many.
public struct Backend: Reducer {
  /// What can happen to the back end.
  public enum Action: Sendable, Equatable, Codable {
    /// A request has come. A recording of it holds what the client sent, passwords and tokens included.
    case received(ExchangeID, HTTPRequest, RequestContext)
    /// A client of the cable has said something.
    case said(ExchangeID, String, RequestContext)
    /// A client of the cable or of the news is gone.
    case left(ExchangeID)
    /// It is time to tell the clients of the cable that the server is there: every three seconds; those of the news hear it
    /// every fifth time.
    case beat(date: Int)
    /// The server starts again: the clients of the cable are told, and all streams end.
    case restarting
  }

  /// What the back end asks of its shell.
  public enum Effect: Sendable, Equatable, Codable {
    /// Keep what has changed before anything else of this step is done. Only a state that keeps a journal asks for it.
    case persist([BackendChange])
    /// Send the answer to a request. There is one for each, in the order of the requests.
    case respond(ExchangeID, HTTPResponse)
    /// Send the answer, and make the connection a stream of texts: one of the cable after status 101, else one whose texts
    /// are the endless body of the answer.
    case upgrade(ExchangeID, HTTPResponse)
    /// Send a text over a stream.
    case transmit(ExchangeID, String)
    /// End a stream.
    case hangUp(ExchangeID)
    /// Tell the operator.
    case log(BackendWarning)
  }

  /// The systems that are served; the paths of the others are unknown.
  public var services: Set<Service>
  /// What each role may do in Eventbee.
  public var abilities: AbilityTable
  /// The bucket, and who may use it.
  public var objects: ObjectSettings
  /// Who may ask for shots, and how often.
  public var dribbble: DribbbleSettings
  /// How dear a new password is to guess, and a login to serve: from 1 to 10,000,000.
  public var passwordRounds: Int
  /// What Canillita does otherwise than one would expect; nothing, unless it is wanted.
  public var quirks: CanillitaQuirks

  /// Whether Canillita does all that the original does.
  public var faithful: Bool {
    get { quirks == .all }
    set { quirks = newValue ? .all : [] }
  }

  /// A back end.
  public init(
    services: Set<Service> = Set(Service.allCases), abilities: AbilityTable = .standard,
    objects: ObjectSettings = ObjectSettings(), dribbble: DribbbleSettings = DribbbleSettings(),
    passwordRounds: Int = 1_000, quirks: CanillitaQuirks = []
  ) {
    precondition(
      (1...PasswordRecord.mostRounds).contains(passwordRounds),
      "rounds are from 1 to \(PasswordRecord.mostRounds), not \(passwordRounds)")
    self.services = services
    self.abilities = abilities
    self.objects = objects
    self.dribbble = dribbble
    self.passwordRounds = passwordRounds
    self.quirks = quirks
  }

  /// Answers a request: first what has changed, then warnings.
  public func reduce(into state: inout State, action: Action) -> Effects {
    let effects = perform(action, &state)
    let changes = state.takeChanges()
    return changes.isEmpty ? effects : .run(.persist(changes)) + effects
  }

  private func perform(_ action: Action, _ state: inout State) -> Effects {
    switch action {
    case .said(let id, let text, let stamp): return cable.hear(text, from: id, stamp, &state)
    case .left(let id):
      state.cable.leave(id)
      state.canillita.stand.leave(id)
      return .none
    case .beat(let date): return cable.beat(date, state) + news.beat(&state.canillita)
    case .restarting: return cable.sendAway(&state) + news.sendAway(&state.canillita)
    case .received(let id, let request, let stamp): return receive(id, request, stamp, &state)
    }
  }

  private func receive(
    _ id: ExchangeID, _ request: HTTPRequest, _ stamp: RequestContext, _ state: inout State
  ) -> Effects {
    let segments = request.segments ?? []
    if isCable(request) { return cable.connect(id, request, &state) }
    if isNews(request, segments) { return news.open(id, request, &state.canillita) }
    var warnings: [BackendWarning] = []
    let before = state.cable.connections.isEmpty ? nil : state.eventbee.events
    let stored = state.canillita.stored
    let response = answer(request, segments, stamp, &state, &warnings)
    var effects: Effects = .none
    for warning in warnings { effects += .run(.log(warning)) }
    effects += .run(.respond(id, response))
    // Only calls below this path end sessions.
    if segments.first == "users" { effects += cable.endSessions(&state) }
    return effects + cable.tellOfChanges(since: before, &state) + news.tell(since: stored, state.canillita)
  }

  var canillita: Canillita { Canillita(quirks: quirks) }
  private var cable: Cable { Cable() }
  private var news: NewsStream { NewsStream(quirks: quirks) }

  private func isCable(_ request: HTTPRequest) -> Bool { services.contains(.eventbee) && request.path == "/cable" }

  private func isNews(_ request: HTTPRequest, _ segments: [String]) -> Bool {
    services.contains(.canillita) && request.method == .get && segments == ["news"]
  }
}
