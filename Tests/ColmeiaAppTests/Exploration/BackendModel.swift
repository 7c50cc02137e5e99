import ColmeiaBackend
import ColmeiaClient
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSimulation
import ColmeiaSystems

@testable import ColmeiaApp

/// The project's own back end, and what the device keeps, as the server of an explorer. What a call answers is what the
/// back end answers, read as the app reads it.
struct BackendModel: Sendable, Equatable {
  var state: Backend.State
  /// The token that the device keeps, and whose it is.
  var token: String?
  var account: String?
  /// What is kept on the device besides.
  var desk: SavedNews?
  /// The header fields of the album's session that the device keeps.
  var session: [String: String] = [:]
  /// The copy of an album's photos that it keeps.
  var photos: [AlbumPhoto]?
  /// What time it is, in seconds since 1970.
  var date = 1_700_000_000
  /// How many tokens were given.
  var tokens = 0
  /// Whether something has changed of which the app has heard only that it could not be reached.
  var hasLostAnswers = false

  init(_ state: Backend.State = .demo) { self.state = state }

  /// Makes a call, and takes what it changes.
  mutating func ask<Answer>(
    _ endpoint: Endpoint<Answer>, as header: TokenHeader = EventbeeAPI.tokenHeader
  ) -> Result<Answer, APIError> {
    do throws(APIError) {
      let base: BaseURL
      let path = header == .bearer ? "/v1" : ""  // where shots are
      do throws(BaseURLError) { base = try BaseURL("http://bees.example\(path)") } catch { throw .notSignedIn }
      var request = try endpoint.request(to: base, headers: ["Accept": "application/json"])
      if endpoint.token == .required {
        guard let token else { throw .notSignedIn }
        request.headers[header.name] = header.prefix + token
      }
      return .success(try Self.read(answer(request), request, endpoint))
    } catch { return .failure(error) }
  }

  mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    tokens += request.path.hasSuffix("signup") || request.path.hasSuffix("login") ? 1 : 0
    let stamp = RequestContext(
      date: date, token: "token-of-the-session-\(tokens)", salt: Array(repeating: 7, count: 16))
    return state.handle(request, stamp, by: Backend(passwordRounds: 1))
  }

  static func read<Answer>(
    _ response: HTTPResponse, _ request: HTTPRequest, _ endpoint: Endpoint<Answer>
  ) throws(APIError) -> Answer {
    guard endpoint.success.contains(response.status) else {
      throw .status(
        StatusFailure(call: "\(request)", response: response, sentToken: endpoint.token == .required))
    }
    do throws(JSONError) { return try endpoint.decoding(response) } catch {
      throw .decoding(DecodingFailure(call: "\(request)", status: response.status, error: error))
    }
  }
}

extension BackendModel: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(token)
    hasher.combine(account)
    hasher.combine(session)
    hasher.combine(tokens)
  }
}

extension BackendModel {
  typealias Read<Answer, Action> = (Result<Answer, APIError>, inout BackendModel) -> Action?

  /// How a call may turn out: the back end's answer; no answer, because the call did not get there; and for what changes
  /// something, no answer although it did.
  func outcomes<Answer, Action>(
    to endpoint: Endpoint<Answer>, as header: TokenHeader = EventbeeAPI.tokenHeader, _ read: Read<Answer, Action>
  ) -> [Outcome<Action, BackendModel>] {
    outcomes(of: { $0.ask(endpoint, as: header) }, read)
  }

  /// The same of a call that is made like this.
  ///
  /// - Parameter copy: what the app hears of before any answer.
  func outcomes<Answer, Action>(
    of ask: (inout BackendModel) -> Result<Answer, APIError>, after copy: Action? = nil, _ read: Read<Answer, Action>
  ) -> [Outcome<Action, BackendModel>] {
    var (answered, unread, untouched) = (self, self, self)
    let answer = ask(&answered)
    let said = read(answer, &answered)
    let lost = read(.failure(.transport(.offline)), &untouched)
    _ = ask(&unread)
    unread.session = session
    var outcomes = [Self.outcome(said, answered, after: copy), Self.outcome(lost, untouched, after: copy)]
    unread.hasLostAnswers = true
    if unread.state != state { outcomes.append(Self.outcome(lost, unread, after: copy)) }
    return outcomes
  }

  /// One outcome, after which things are like this.
  private static func outcome<Action>(
    _ action: Action?, _ next: BackendModel, after copy: Action? = nil
  ) -> Outcome<Action, BackendModel> {
    if let copy { return .resolve([copy, action].compactMap(\.self)) { $0 = next } }
    guard let action else { return .finish { $0 = next } }
    return .answer(action) { $0 = next }
  }

  /// One outcome, that changes something.
  func outcome<Action>(
    _ action: Action?, _ change: (inout BackendModel) -> Void
  ) -> Outcome<Action, BackendModel> {
    var next = self
    change(&next)
    return Self.outcome(action, next)
  }
}
