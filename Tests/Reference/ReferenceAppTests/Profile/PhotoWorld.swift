import ColmeiaBase
import TestSupport
import Testing

@testable import ReferenceApp
@testable import ReferenceBackend

/// Ana's profile with its handler, over the API and the object store of the project's own back end. The model is the
/// set of files that her photo may be.
///
/// A request can be held up, so that the app is in the middle of a step when the user goes on, or when it restarts.
final class PhotoWorld {
  private let server: UnreliableBackend
  private let tokens = MemoryTokenStore()
  private let bell: Bell
  private let numbers: RandomNumbers
  private var photos: PhotoService?
  private var store = Store(AppReducer.State(), AppReducer(), NoHandler())
  private var subscription: Subscription?
  /// The number of files that the user has chosen.
  private(set) var chosen = 0
  /// The files that the user's photo may be, without any at first. One that was saved is the only one.
  private var possible: Set<String?> = [nil]
  /// The number of photos that were saved.
  private(set) var saved = 0

  init(seed: UInt64) async throws {
    bell = Bell()
    numbers = RandomNumbers(seed: ~seed)
    server = UnreliableBackend(seed: seed, bell: bell)
    server.isReliable = true
    try start()
    for action: Members.Action in [
      .typed(.email, "ana@colmeia.example"), .typedPassword(Secret("ana-123")), .submit,
    ] { await store.send(.members(action)).finish() }
    await send(.openProfile(nil))
    server.isReliable = false
  }

  private struct NoHandler: EffectHandler {
    func work(for effect: AppReducer.Effect) -> Work<AppReducer.Action> { .done }
  }

  private func start() throws {
    let bench = try Bench(rules: [], tokens: tokens) { environment in
      let base = try BaseURL("http://bees.example")
      let objects = ObjectStore(
        server, try S3Address(base, bucket: "colmeia-photos"),
        S3Signer(S3Credentials(accessKey: "colmeia-demo", secret: Token("colmeia-demo-secret"))),
        now: { [server] in server.date })
      let photos = PhotoService(
        objects, photo: { .bytes(Self.bytes(of: $0)) },
        random: { [numbers] in numbers.next() })
      (environment.transport, environment.eventbee, environment.photos) = (server, base, photos)
      self.photos = photos
    }
    store = Store(AppReducer.State(), AppReducer(), bench.handler)
    subscription = store.subscribe(to: \.self) { [bell] _ in bell.ring() }
  }

  private static let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static func bytes(of file: String) -> [UInt8] { head + Array(file.utf8) }
  private static func file(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.dropFirst(head.count), as: UTF8.self)
  }

  private func send(_ action: AppReducer.Action) async { await store.send(action).finish() }

  var form: ProfileForm? { store.state.profile?.form }

  func load() async { await send(.profile(.load)) }
  func discard() async { await send(.profile(.discard)) }

  func openAgain() async {
    await send(.closeProfile)
    await send(.openProfile(nil))
  }

  func restart() async throws {
    await store.shutdown()
    try start()
    server.isReliable = true
    for action in AppReducer.start + [.openProfile(nil)] { await send(action) }
    server.isReliable = false
  }

  func chooseAnother() async {
    chosen += 1
    await send(.profile(.edit))
    await send(.profile(.choosePhoto("photo \(chosen)")))
  }

  func save() async {
    let file = form?.photo
    await send(.profile(.save))
    finishSaving(file)
  }

  /// What the user does while a request is held up.
  enum Interruption: CaseIterable { case none, discard, restart }

  /// Saves until a request is held up. Then the user does something, and the request goes on if it still exists.
  func save(holding others: Int, isHandled: Bool, _ interruption: Interruption) async throws {
    let file = form?.photo
    if let file { possible.insert(file) }
    server.holdRequest(after: others, isHandled: isHandled)
    store.send(.profile(.save))
    try #require(await bell.wait(for: "a request: \(form as Any)") { server.isHolding || form?.isSaving != true })
    guard server.isHolding else {
      server.release()
      return finishSaving(file)
    }
    switch interruption {
    case .none: break
    case .discard: store.send(.profile(.discard))
    case .restart: try await restart()
    }
    server.release()
    await bell.wait(for: "the end: \(form as Any)") { form?.isSaving != true }
    if interruption == .none { finishSaving(file) }
  }

  private func finishSaving(_ file: String?) {
    guard let file else { return }
    if let form {
      #expect(form.failure != nil)
      possible.insert(file)
    } else {
      (possible, saved) = ([file], saved + 1)
    }
  }

  /// Checks what the server has and what the user sees.
  func check(at location: SourceLocation = #_sourceLocation) async {
    let known = possible
    #expect(known.contains(onServer), "\(String(describing: onServer))", sourceLocation: location)
    guard let profile = store.state.profile, profile.photoSize != nil, let key = profile.info.value?.photo else {
      return
    }
    let bytes = await photos?.bytes(of: key)
    if let bytes { #expect(known.contains(Self.file(bytes)), sourceLocation: location) }
  }

  /// The file of the photo to which the profile refers on the server, or `nil` if there is none.
  private var onServer: String? {
    let id = store.state.members.session.member?.id ?? 0
    let found: (key: String?, body: [UInt8]?) = server.withModel { model in
      guard case .success(let user) = model.call(EventbeeAPI.user(id)), let key = user.photo else { return (nil, nil) }
      return (key, model.state.objects[key]?.body.bytes)
    }
    return found.key == nil ? nil : found.body.map(Self.file) ?? "missing"
  }

  /// Finishes what the user has begun, over a network that loses nothing, and checks that the photo is the last one.
  func settle(at location: SourceLocation = #_sourceLocation) async {
    server.isReliable = true
    await load()
    if let file = form?.photo {
      await save()
      #expect(form == nil && onServer == file, sourceLocation: location)
    }
    await load()
    let profile = store.state.profile
    #expect(profile?.photoFailure == nil, sourceLocation: location)
    var shown: String?
    if let key = profile?.info.value?.photo { shown = await photos?.bytes(of: key).map(Self.file) }
    #expect(shown == onServer, sourceLocation: location)
    await check(at: location)
    server.isReliable = false
  }

  func end() async { await store.shutdown() }
}

/// Numbers for the names of photos.
private final class RandomNumbers: Sendable {
  private let content: Guarded<SplitMix>

  init(seed: UInt64) { content = Guarded(SplitMix(state: seed)) }

  func next() -> Double { content.withLock { Double.random(in: 0..<1, using: &$0) } }
}
