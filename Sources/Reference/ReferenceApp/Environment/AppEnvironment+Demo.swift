import ColmeiaClient
import ColmeiaSecrets
import ReferenceS3

extension AppEnvironment {
  /// The access token for the shots of the demo back end.
  private static let demoAccessToken = Token("colmeia-demo")

  /// Returns the environment of an app that uses the demo back end for all of its servers, and stores its files in one
  /// folder.
  ///
  /// - Parameters:
  ///   - base: The base URL of the back end.
  ///   - folder: The path of the folder for tokens, caches and other stored data.
  ///   - transport: The transport for requests.
  ///   - sockets: The transport for the chat's connections. If `nil`, there is no chat.
  ///   - streams: The transport for the stream of news. If `nil`, there is no stream.
  ///   - clock: The clock that measures when to reconnect.
  ///   - retryClock: The clock that measures when to retry a request.
  ///   - random: Returns a random number in 0..<1; seeded in tests.
  ///   - now: Returns the number of seconds since 1970.
  ///   - dribbble: The base URL of the shots, including `/v1`. By default, that of the demo back end.
  ///   - accessToken: The app's access token for the shots. By default, that of the demo back end if the shots are
  ///     there.
  ///   - photo: Returns the photo that the user has chosen, by its name, or `nil` if there is none. By default, the
  ///     name is the path of a file.
  public static func demo(
    at base: BaseURL, folder: String, transport: any Transport, sockets: (any WebSocketTransport)?,
    streams: (any StreamTransport)?, clock: any Clock<Duration> = ContinuousClock(),
    retryClock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double,
    now: @escaping @Sendable () -> Int, dribbble: BaseURL? = nil, accessToken: Token? = nil,
    photo: @escaping @Sendable (String) async -> PhotoFile? = { .path($0) }
  ) -> AppEnvironment {
    let credentials = S3Credentials(accessKey: "colmeia-demo", secret: Token("colmeia-demo-secret"))
    let photos = (try? S3Address(base, bucket: "colmeia-photos")).map { address in
      PhotoService(
        ObjectStore(transport, address, S3Signer(credentials), now: now),
        disk: DiskCache(folder: "\(folder)/photos", now: now), photo: photo, random: random)
    }
    var environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: transport, tokens: FileTokenStore(folder: folder),
      random: random)
    environment.sockets = sockets
    environment.streams = streams
    environment.facebook = DemoFacebook(token: Secret("facebook-ana"))
    environment.photos = photos
    environment.images = ImageCache(transport, disk: DiskCache(folder: "\(folder)/images", now: now), now: now)
    environment.answers = ResponseCache(
      disk: DiskCache(folder: "\(folder)/answers", limits: .init(bytes: 20 << 20), now: now), now: now)
    environment.newsFile = NewsFile(folder: folder)
    environment.shots = ShotService(
      transport, base: dribbble ?? base.appending("v1"),
      token: accessToken ?? (dribbble == nil ? demoAccessToken : nil), cache: environment.answers)
    environment.album = AlbumService(
      transport, base: base.appending("album"), tokens: environment.tokens, cache: environment.answers,
      clock: retryClock, random: random, photo: photo)
    environment.clock = clock
    return environment
  }
}
