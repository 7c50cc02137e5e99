import ColmeiaHTTP

extension Backend {
  /// Everything the back end knows: users, sessions, events, enrolments, and the next numbers of all that has one.
  ///
  /// What is `Codable` here is the content of ``BackendData``, which also checks it. It holds neither passwords nor
  /// tokens, only what recognises them (the pretended Facebook's tokens excepted, which are the operator's own).
  public struct State: Sendable, Equatable, Codable {
    var iddog = IddogState()
    var eventbee = EventbeeState()
    /// Who is connected; gone with the process.
    var cable = CableState()

    private enum CodingKeys: CodingKey { case iddog, eventbee }

    /// A back end that nobody has used yet.
    public init() {}
  }
}

extension Backend.State {
  /// Answers one request and takes its effect on the state: the reducer as a plain function.
  public mutating func handle(_ request: HTTPRequest, _ stamp: Stamp, by backend: Backend = Backend()) -> HTTPResponse {
    var warnings: [BackendWarning] = []
    return backend.answer(request, stamp, &self, &warnings)
  }

  /// What cannot be, if anything is; what the reducer leaves behind is never damaged.
  ///
  /// - Complexity: O(everything).
  var damage: String? { iddog.damage.map { "iddog: " + $0 } ?? eventbee.damage.map { "eventbee: " + $0 } }
}
