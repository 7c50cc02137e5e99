import Colmeia
import ColmeiaCache
import ColmeiaClient
import ColmeiaHTTP
import ColmeiaRealtime
import ColmeiaStorage
import ColmeiaSystems
import ColmeiaTransport

/// The services that the app's effects use. They are injected, so that the same app runs live, in a test and in a
/// simulation.
public struct AppEnvironment: Sendable {
  /// Where iddog's API is.
  public var iddog: BaseURL
  /// Where Eventbee's API is.
  public var eventbee: BaseURL
  /// Where the newspapers' API is.
  public var canillita: BaseURL
  /// The transport for requests.
  public var transport: any Transport
  /// Where tokens are kept.
  public var tokens: any TokenStore
  /// The transport for WebSockets; without one there is no chat.
  public var sockets: (any WebSocketTransport)?
  /// The transport for streams; without one there are no news.
  public var streams: (any StreamTransport)?
  /// Facebook's software on this device; without it nobody logs in with Facebook.
  public var facebook: (any FacebookAccess)?
  /// Members' photos; without them there are none.
  public var photos: PhotoService?
  /// The file of the newspapers' reader; without it nothing is kept.
  public var newsFile: NewsFile?
  /// Pictures of the feed; without it there are none.
  public var images: ImageCache?
  /// The client of the shots; without it every call for them is unauthorized.
  public var shots: ShotService?
  /// The way to the albums; without it nobody signs in there.
  public var album: AlbumService?
  /// Answers that are kept for each account; without it none are.
  public var answers: AnswerCache?
  /// When the chat's connection is looked after.
  public var cableTiming = CableTiming()
  /// When the connection of the news is looked after.
  public var newsTiming = EventSourceTiming()
  /// By which these connections are looked after.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Random numbers from 0 up to 1, by which devices do not come back all at once; seeded or fixed in tests.
  public var random: @Sendable () -> Double

  /// An environment with the required services; the others can be set afterwards.
  ///
  /// - Parameters:
  ///   - iddog: Where iddog's API is, such as `try BaseURL("https://iddog.example")`.
  ///   - eventbee: Where Eventbee's API is.
  ///   - canillita: Where the newspapers' API is.
  ///   - transport: The way to the three servers.
  ///   - tokens: Where tokens are kept.
  ///   - random: Random numbers from 0 up to 1.
  public init(
    iddog: BaseURL, eventbee: BaseURL, canillita: BaseURL, transport: any Transport, tokens: any TokenStore,
    random: @escaping @Sendable () -> Double
  ) {
    self.iddog = iddog
    self.eventbee = eventbee
    self.canillita = canillita
    self.transport = transport
    self.tokens = tokens
    self.random = random
  }

  /// Under which service iddog's token is kept.
  static let iddogService = "iddog"
  /// Under which service Eventbee's token is kept.
  static let eventbeeService = "eventbee"
}

extension AppEnvironment {
  /// The bytes of a picture that a screen shows, out of the app's caches if they are there; `nil` when they cannot be had.
  ///
  /// - Parameter address: one of ``ScreenModel/pictures``; who takes addresses from elsewhere has to look first.
  public func picture(_ address: String) async -> [UInt8]? {
    if address.hasPrefix(PhotoService.addressPrefix) {
      return await photos?.bytes(of: String(address.dropFirst(PhotoService.addressPrefix.count)))
    }
    guard let images, let address = WebAddress(rawValue: address) else { return nil }
    return try? await images.image(at: address).bytes
  }
}

extension AppEnvironment {
  /// The client of an API whose token is kept under `service`.
  func client(_ base: BaseURL, _ header: TokenHeader, _ service: String) -> (APIClient, SessionToken) {
    let source = TokenSource(tokens, .firstAccount(of: service), header: header)
    return (APIClient(transport, base: base, as: .token(source)), SessionToken(tokens: tokens, service: service))
  }
}

extension AppEnvironment {
  /// The client of Eventbee's cable. Each connection uses the token of the member who is signed in when it is opened.
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

extension AppEnvironment {
  /// The stream of news.
  var newsFeed: NewsFeed? {
    streams.map { NewsFeed(transport: $0, base: canillita, timing: newsTiming, clock: clock, random: random) }
  }
}

/// Carries out the effects of the whole app: each feature's handler has its own.
public struct AppHandler: EffectHandler {
  private let app = AppReducer()
  private let auth: AuthHandler
  private let feed: FeedHandler
  private let members: MembersHandler
  private let events: EventsHandler
  private let chat: ChatHandler
  private let profile: ProfileHandler
  private let news: NewsHandler
  private let shots: ShotsHandler
  private let album: AlbumHandler

  /// A handler that works with `environment`.
  public init(_ environment: AppEnvironment) {
    let (iddog, dogs) = environment.client(
      environment.iddog, IddogAPI.tokenHeader, AppEnvironment.iddogService)
    auth = AuthHandler(api: iddog, session: dogs, answers: environment.answers)
    feed = FeedHandler(
      api: iddog, session: dogs, answers: environment.answers, pictures: PictureHandler(images: environment.images))
    let (eventbee, bees) = environment.client(
      environment.eventbee, EventbeeAPI.tokenHeader, AppEnvironment.eventbeeService)
    members = MembersHandler(api: eventbee, session: bees, facebook: environment.facebook)
    events = EventsHandler(api: eventbee)
    profile = ProfileHandler(api: eventbee, photos: environment.photos)
    let canillita = APIClient(environment.transport, base: environment.canillita, headers: CanillitaAPI.headers)
    news = NewsHandler(api: canillita, file: environment.newsFile, feed: environment.newsFeed)
    shots = ShotsHandler(service: environment.shots)
    album = AlbumHandler(service: environment.album)
    let random = environment.random
    chat = ChatHandler(api: eventbee, cable: environment.cable(bees)) {
      String(UInt64(random() * 0x1p53), radix: 36) + String(UInt64(random() * 0x1p53), radix: 36)
    }
  }

  /// Hands each effect to its feature's handler.
  public func work(for effect: AppReducer.Effect) -> Work<AppReducer.Action> {
    switch effect {
    case .auth(let effect): app.auth.work(for: effect, by: auth)
    case .feed(let effect): app.feed.work(for: effect, by: feed)
    case .members(let effect): app.members.work(for: effect, by: members)
    case .events(let effect): app.events.work(for: effect, by: events)
    case .profile(let effect): app.profile.work(for: effect, by: profile)
    case .news(let effect): app.news.work(for: effect, by: news)
    case .shots(let effect): app.shots.work(for: effect, by: shots)
    case .album(let effect): app.album.work(for: effect, by: album)
    case .chat(let effect): app.chat.work(for: effect, by: chat)
    }
  }
}
