import Colmeia
import ColmeiaHTTP
import ColmeiaNetworking
import ColmeiaStorage

/// What the app's effects work with. Everything from outside comes in here, so that the same app runs live, in a test and
/// in a simulation.
public struct AppEnvironment: Sendable {
  /// Where iddog's API is.
  public var iddog: BaseURL
  /// Where Eventbee's API is.
  public var eventbee: BaseURL
  /// The way out.
  public var transport: any Transport
  /// Where tokens are kept.
  public var tokens: any TokenStore
  /// The way to connections of messages; without one nobody can chat.
  public var sockets: (any WebSocketTransport)?
  /// Members' photos; without them there are none.
  public var photos: PhotoService?
  /// Answers that are kept for each account; without it none are.
  public var answers: AnswerCache?
  /// When the chat's connection is looked after.
  public var cableTiming = CableTiming()
  /// By which the chat's connection is looked after.
  public var clock: any Clock<Duration>
  /// Numbers from 0 up to 1.
  public var random: @Sendable () -> Double

  /// An environment.
  ///
  /// - Parameters:
  ///   - iddog: where iddog's API is, such as `try BaseURL("https://iddog.example")`.
  ///   - eventbee: where Eventbee's API is.
  ///   - random: numbers from 0 up to 1 that nobody can foretell, unless the world is a test's.
  public init(
    iddog: BaseURL, eventbee: BaseURL, transport: any Transport, tokens: any TokenStore,
    sockets: (any WebSocketTransport)? = nil, photos: PhotoService? = nil, answers: AnswerCache? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { 0 }
  ) {
    self.iddog = iddog
    self.eventbee = eventbee
    self.transport = transport
    self.tokens = tokens
    self.sockets = sockets
    self.photos = photos
    self.answers = answers
    self.clock = clock
    self.random = random
  }

  /// Under which service iddog's token is kept.
  public static let iddogService = "iddog"
  /// Under which service Eventbee's token is kept.
  public static let eventbeeService = "eventbee"
}

extension AppEnvironment {
  /// The client of an API whose token is kept under `service`.
  func client(_ base: BaseURL, _ header: TokenHeader, _ service: String) -> (APIClient, SessionToken) {
    let source = TokenSource(tokens, .firstAccount(of: service), header: header)
    var client = APIClient(transport, base: base, tokens: source)
    client.cache = answers
    return (client, SessionToken(tokens: tokens, service: service))
  }
}

extension AppEnvironment {
  /// The client of Eventbee's cable, which speaks for whoever is signed in when a connection is opened.
  func cable(_ session: SessionToken) -> CableClient? {
    guard let sockets else { return nil }
    let base = eventbee
    return CableClient(sockets, timing: cableTiming, clock: clock, random: random) {
      var request = HTTPRequest(.get, origin: base.origin, path: base.path + "/cable", headers: ["Origin": base.origin])
      request.headers[EventbeeAPI.tokenHeader.name] = try? await session.read()?.value
      return request
    }
  }
}

/// Carries out the effects of the whole app: each feature's handler has its own.
public struct AppHandler: EffectHandler {
  private let auth: AuthHandler
  private let feed: FeedHandler
  private let members: MembersHandler
  private let events: EventsHandler
  private let chat: ChatHandler
  private let profile: ProfileHandler

  /// A handler that works with `environment`.
  public init(_ environment: AppEnvironment) {
    let (iddog, dogs) = environment.client(
      environment.iddog, IddogAPI.tokenHeader, AppEnvironment.iddogService)
    auth = AuthHandler(api: iddog, session: dogs)
    feed = FeedHandler(api: iddog, session: dogs)
    let (eventbee, bees) = environment.client(
      environment.eventbee, EventbeeAPI.tokenHeader, AppEnvironment.eventbeeService)
    members = MembersHandler(api: eventbee, session: bees)
    events = EventsHandler(api: eventbee)
    profile = ProfileHandler(api: eventbee, photos: environment.photos)
    let random = environment.random
    chat = ChatHandler(api: eventbee, cable: environment.cable(bees)) {
      String(UInt64(random() * 0x1p53), radix: 36) + String(UInt64(random() * 0x1p53), radix: 36)
    }
  }

  /// Hands each effect to its feature's handler.
  public func perform(_ effect: AppReducer.Effect, send: Send<AppReducer.Action>) async {
    switch effect {
    case .auth(let effect): await auth.perform(effect, send: send.map(AppReducer.Action.auth))
    case .feed(let effect): await feed.perform(effect, send: send.map(AppReducer.Action.feed))
    case .members(let effect): await members.perform(effect, send: send.map(AppReducer.Action.members))
    case .events(let effect): await events.perform(effect, send: send.map(AppReducer.Action.events))
    case .profile(let effect): await profile.perform(effect, send: send.map(AppReducer.Action.profile))
    case .chat(let effect): await chat.perform(effect, send: send.map(AppReducer.Action.chat))
    }
  }
}
