import ColmeiaHTTP

extension Backend {
  /// The complete state of the back end: users, sessions, events, enrollments, objects, newspapers, shots, albums, and
  /// the next identifier of each kind of record.
  ///
  /// Its `Codable` form is the content of ``BackendData``, which also validates it. The state contains only digests of
  /// passwords and tokens, except for the tokens of the simulated Facebook, which the operator chooses.
  public struct State: Sendable, Equatable, Codable {
    var iddog = IddogState()
    var eventbee = EventbeeState()
    var objects = ObjectsState()
    var canillita = CanillitaState()
    var dribbble = DribbbleState()
    var album = AlbumState()
    /// The cable's connections. They are not persisted.
    var cable = CableState()

    private enum CodingKeys: CodingKey { case iddog, eventbee, objects, canillita, dribbble, album }

    /// Creates an empty state.
    public init() {}
  }
}

extension Backend.State {
  /// Handles one request and updates the state. This is the reducer as a plain function.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: The nondeterministic input for the request, such as the date and a new token.
  ///   - backend: The configuration of the back end.
  /// - Returns: The response.
  public mutating func handle(_ request: HTTPRequest, _ context: RequestContext, by backend: Backend = Backend())
    -> HTTPResponse
  {
    var warnings: [BackendWarning] = []
    return backend.answer(request, context, &self, &warnings)
  }

  /// The part of the state that ``BackendData`` contains: no connections, and no counts of requests and of wrong
  /// passwords.
  var persisted: Backend.State {
    var state = self
    state.cable = CableState()
    state.canillita.listeners = NewsListeners()
    (state.eventbee.guesses, state.album.guesses) = (GuessTable(), GuessTable())
    (state.dribbble.guesses, state.dribbble.minutes) = (GuessCount(), [:])
    return state
  }

  /// The bytes of all objects and photos.
  var blobs: [Blob] { objects.blobs + album.photos.map(\.picture) }

  /// Replaces the blobs of a decoded state with complete ones.
  mutating func loadBlobs<E: Error>(_ load: (Blob) throws(E) -> Blob) throws(E) {
    try objects.loadBlobs(load)
    try album.loadBlobs(load)
  }

  /// A description of an inconsistency in the state, or `nil` if it is consistent. The reducer always leaves a
  /// consistent state.
  ///
  /// - Complexity: O(size of the state).
  var inconsistency: String? {
    iddog.inconsistency.map { "iddog: " + $0 } ?? eventbee.inconsistency.map { "eventbee: " + $0 }
      ?? canillita.inconsistency.map { "canillita: " + $0 }
      ?? dribbble.inconsistency.map { "dribbble: " + $0 } ?? objects.inconsistency.map { "objects: " + $0 }
      ?? album.inconsistency.map { "album: " + $0 }
  }
}

extension Backend.State {
  /// A state with sample data. It is always the same.
  ///
  /// - Users 1 `ana@colmeia.example`, 2 `bruno@colmeia.example` and 3 `carla@colmeia.example`. The password of each is
  ///   the name followed by `-123`, as in `ana-123`.
  /// - Events: 1 is public and organized by Ana, with Bruno as a participant; 2 is private and organized by Bruno, with
  ///   Carla as a participant; 3 has the unknown permission `friends` and is organized by Carla.
  /// - Facebook tokens: `facebook-ana` belongs to Ana, and `facebook-davi` to a person who isn't a user yet.
  /// - One user of iddog: `ana@colmeia.example`.
  /// - Newspapers `Diário da Colmeia`, `Pólen & Mel` and `Zangão`, and five items of the first two.
  /// - Users of albums: `fulana22k@hotmail.com` with the password `fulana-123`, and `beto@colmeia.example` with
  ///   `beto-123`.
  /// - Sixty shots for the access token `colmeia-demo`.
  public static let demo = {
    var state = Backend.State()
    state.eventbee = .demo
    state.dribbble = .demo
    state.iddog.users.upsert(IddogUser(id: 1, email: "ana@colmeia.example", createdAt: 1_482_883_200))
    state.canillita = .demo
    state.album = .demo
    return state
  }()
}
