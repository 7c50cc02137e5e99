import ColmeiaHTTP

extension Backend {
  /// Everything the back end knows: users, sessions, events, enrolments, objects, newspapers, shots, albums, and the
  /// next numbers of all that has one.
  ///
  /// What is `Codable` here is the content of ``BackendData``, which also checks it. It holds neither passwords nor
  /// tokens, only what recognises them (the pretended Facebook's tokens excepted, which are the operator's own).
  public struct State: Sendable, Equatable, Codable {
    var iddog = IddogState()
    var eventbee = EventbeeState()
    var objects = ObjectsState()
    var canillita = CanillitaState()
    var dribbble = DribbbleState()
    var album = AlbumState()
    /// Who is connected; gone with the process.
    var cable = CableState()

    private enum CodingKeys: CodingKey { case iddog, eventbee, objects, canillita, dribbble, album }

    /// A back end that nobody has used yet.
    public init() {}

    /// Reads a state; one that was written before there were objects, newspapers, shots or albums has none.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      iddog = try container.decode(IddogState.self, forKey: .iddog)
      eventbee = try container.decode(EventbeeState.self, forKey: .eventbee)
      objects = try container.decodeIfPresent(ObjectsState.self, forKey: .objects) ?? ObjectsState()
      canillita = try container.decodeIfPresent(CanillitaState.self, forKey: .canillita) ?? CanillitaState()
      dribbble = try container.decodeIfPresent(DribbbleState.self, forKey: .dribbble) ?? DribbbleState()
      album = try container.decodeIfPresent(AlbumState.self, forKey: .album) ?? AlbumState()
    }
  }
}

extension Backend.State {
  /// Answers one request and takes its effect on the state: the reducer as a plain function.
  public mutating func handle(_ request: HTTPRequest, _ stamp: RequestContext, by backend: Backend = Backend())
    -> HTTPResponse
  {
    var warnings: [BackendWarning] = []
    // Nobody is told, so nothing may pile up.
    defer { _ = takeChanges() }
    return backend.answer(request, stamp, &self, &warnings)
  }

  /// What cannot be, if anything is; what the reducer leaves behind is never damaged.
  ///
  /// - Complexity: O(everything).
  var inconsistency: String? {
    iddog.inconsistency.map { "iddog: " + $0 } ?? eventbee.inconsistency.map { "eventbee: " + $0 }
      ?? canillita.inconsistency.map { "canillita: " + $0 }
      ?? dribbble.inconsistency.map { "dribbble: " + $0 } ?? objects.inconsistency.map { "objects: " + $0 }
      ?? album.inconsistency.map { "album: " + $0 }
  }
}
