import ColmeiaCache
import ColmeiaHTTP
import ColmeiaS3
import ColmeiaStorage
import ColmeiaTransport

extension AppEnvironment {
  /// The access token for the demo back end's shots.
  private static let demoAccessToken = Token("colmeia-demo")

  /// The environment of an app whose servers are all the demo back end, and which keeps what it keeps in one folder.
  ///
  /// - Parameters:
  ///   - base: Where the back end is.
  ///   - folder: The path of the folder for tokens, caches and what else is kept.
  ///   - transport: Sends requests.
  ///   - sockets: Opens connections for the chat; there is none without.
  ///   - streams: Opens the stream of news; there is none without.
  ///   - clock: Measures when connections are tried again.
  ///   - retryClock: Measures when a call is made again.
  ///   - random: Random numbers from 0 up to 1; seeded in tests.
  ///   - now: Seconds since 1970.
  ///   - dribbble: Where the shots are, their `/v1` included; by default the demo back end.
  ///   - accessToken: The app's token for them; by default that of the demo back end, where they are there.
  ///   - readPhoto: The bytes of a file that the user has chosen, by its name.
  public static func demo(
    at base: BaseURL, folder: String, transport: any Transport, sockets: (any WebSocketTransport)?,
    streams: (any StreamTransport)?, clock: any Clock<Duration> = ContinuousClock(),
    retryClock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double,
    now: @escaping @Sendable () -> Int, dribbble: BaseURL? = nil, accessToken: Token? = nil,
    readPhoto: @escaping @Sendable (String) async -> Result<[UInt8], PhotoFailure> = PhotoFile.read
  ) -> AppEnvironment {
    let credentials = S3Credentials(accessKey: "colmeia-demo", secret: Token("colmeia-demo-secret"))
    let photos = (try? S3Address(base, bucket: "colmeia-photos")).map { address in
      PhotoService(
        ObjectStore(transport, address, S3Signer(credentials), now: now),
        disk: DiskCache(folder: "\(folder)/photos", now: now), read: readPhoto, random: random)
    }
    var environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: transport, tokens: FileTokenStore(folder: folder),
      random: random)
    environment.sockets = sockets
    environment.streams = streams
    environment.facebook = DemoFacebook(token: Secret("facebook-ana"))
    environment.photos = photos
    environment.images = ImageCache(transport, disk: DiskCache(folder: "\(folder)/images", now: now), now: now)
    environment.answers = AnswerCache(
      disk: DiskCache(folder: "\(folder)/answers", limits: .init(bytes: 20 << 20), now: now), now: now)
    environment.newsFile = NewsFile(folder: folder)
    environment.shots = ShotService(
      transport, base: dribbble ?? base.appending("v1"),
      token: accessToken ?? (dribbble == nil ? demoAccessToken : nil), cache: environment.answers)
    environment.album = AlbumService(
      transport, base: base.appending("album"), tokens: environment.tokens, cache: environment.answers,
      clock: retryClock, random: random, read: readPhoto)
    environment.clock = clock
    return environment
  }
}
