import Colmeia
import ColmeiaClient

/// The services that the app's effects use. They're injected, so that the same app runs live, in tests and in
/// simulations.
public struct AppEnvironment: Sendable {
  /// The base URL of iddog's API.
  public var iddog: BaseURL
  /// The base URL of Eventbee's API.
  public var eventbee: BaseURL
  /// The base URL of the newspapers' API.
  public var canillita: BaseURL
  /// The transport for requests.
  public var transport: any Transport
  /// The token store.
  public var tokens: any TokenStore
  /// The transport for WebSockets. If `nil`, there is no chat.
  public var sockets: (any WebSocketTransport)?
  /// The transport for streams. If `nil`, there is no stream of news.
  public var streams: (any StreamTransport)?
  /// The device's Facebook SDK. If `nil`, the user can't log in with Facebook.
  public var facebook: (any FacebookAccess)?
  /// The service for members' photos. If `nil`, photos are unavailable.
  public var photos: PhotoService?
  /// The file for the state of the news reader. If `nil`, nothing is saved.
  public var newsFile: NewsFile?
  /// The cache for pictures of the feed. If `nil`, pictures are unavailable.
  public var images: ImageCache?
  /// The client of the shots. If `nil`, every request for shots fails as unauthorized.
  public var shots: ShotService?
  /// The client of the albums. If `nil`, the user can't sign in there.
  public var album: AlbumService?
  /// The cache of responses for each account. If `nil`, responses aren't cached.
  public var answers: ResponseCache?
  /// The timing of the chat's connection: timeouts and reconnects.
  public var cableTiming = CableTiming()
  /// The timing of the connection for news.
  public var newsTiming = EventSourceTiming()
  /// The clock that measures the timing of these connections.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Returns a random number in 0..<1, which spreads out the reconnects of many devices; seeded or fixed in tests.
  public var random: @Sendable () -> Double

  /// Creates an environment with the required services. The others can be set afterwards.
  ///
  /// - Parameters:
  ///   - iddog: The base URL of iddog's API, such as `try BaseURL("https://iddog.example")`.
  ///   - eventbee: The base URL of Eventbee's API.
  ///   - canillita: The base URL of the newspapers' API.
  ///   - transport: The transport for requests to the three servers.
  ///   - tokens: The token store.
  ///   - random: Returns a random number in 0..<1.
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

  /// The name of the service under which iddog's token is stored.
  static let iddogService = "iddog"
  /// The name of the service under which Eventbee's token is stored.
  static let eventbeeService = "eventbee"
  /// The names of the services whose tokens the app stores.
  public static let tokenServices = [iddogService, eventbeeService, AlbumService.service]
}

extension AppEnvironment {
  /// Returns the bytes of a picture on a screen, from the app's caches if possible, or `nil` if it's unavailable.
  ///
  /// - Parameter address: One of ``ScreenModel/pictures``. The caller has to check addresses from any other source
  ///   first.
  public func picture(_ address: String) async -> [UInt8]? {
    if address.hasPrefix(PhotoService.addressPrefix) {
      return await photos?.bytes(of: String(address.dropFirst(PhotoService.addressPrefix.count)))
    }
    guard let images, let address = WebAddress(rawValue: address) else { return nil }
    return try? await images.image(at: address, for: .shared).bytes
  }
}

extension AppEnvironment {
  /// Returns the client of an API whose token is stored under `service`.
  func client(_ base: BaseURL, _ header: TokenHeader, _ service: String) -> (APIClient, SessionToken) {
    let source = TokenSource(tokens, .firstAccount(of: service), header: header)
    return (APIClient(transport, base: base, as: .token(source)), SessionToken(tokens: tokens, service: service))
  }
}

extension AppEnvironment {
  /// Returns the client of Eventbee's cable. Each connection uses the token of the member who is signed in when it's
  /// opened.
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
  /// The client of the stream of news.
  var newsFeed: NewsFeed? {
    streams.map { NewsFeed(transport: $0, base: canillita, timing: newsTiming, clock: clock, random: random) }
  }
}

/// Performs the effects of the whole app by passing each to the handler of its feature.
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

  /// Creates a handler that uses the services of `environment`.
  public init(_ environment: AppEnvironment) {
    let (iddog, dogs) = environment.client(
      environment.iddog, IddogAPI.tokenHeader, AppEnvironment.iddogService)
    auth = AuthHandler(api: iddog, session: dogs, answers: environment.answers)
    feed = FeedHandler(
      api: iddog, session: dogs, answers: environment.answers, pictures: PictureHandler(images: environment.images))
    var (eventbee, bees) = environment.client(
      environment.eventbee, EventbeeAPI.tokenHeader, AppEnvironment.eventbeeService)
    eventbee.headers = EventbeeAPI.headers
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

  /// Returns the work of the feature's handler for an effect.
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
