import ColmeiaExplorer
import ReferenceBackend

@testable import ReferenceApp

/// A model of the project's own back end and of the device's storage, which serves as the server of an explorer.
/// Requests are handled by the actual back end, and responses are decoded as in the app.
struct BackendModel: Sendable, Equatable {
  var state: Backend.State
  /// The token stored on the device, and the account to which it belongs.
  var token: String?
  var account: String?
  /// The news saved on the device.
  var saved: SavedNews?
  /// The header fields of the album's session that are stored on the device.
  var session: [String: String] = [:]
  /// The photos of an album that are cached on the device.
  var photos: [AlbumPhoto]?
  /// The number of the newest message that the connection to the chat's room has sent or doesn't send, because it was
  /// posted before.
  var heard: Int?
  /// The current time, in seconds since 1970.
  var date = 1_700_000_000
  /// The number of tokens that the back end has issued.
  var tokens = 0
  /// Whether the back end has made a change whose response was lost, so that the app considers the server unreachable.
  var hasLostAnswers = false

  init(_ state: Backend.State = .demo) { self.state = state }

  /// Sends a request, and applies its changes.
  mutating func call<Answer>(
    _ endpoint: Endpoint<Answer>, as header: TokenHeader = EventbeeAPI.tokenHeader
  ) -> Result<Answer, APIError> {
    do throws(APIError) {
      let base: BaseURL
      let path = header == .bearer ? "/v1" : ""  // the base path of the shots
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
    let context = RequestContext(
      date: date, token: "token-of-the-session-\(tokens)", salt: Array(repeating: 7, count: 16))
    return state.handle(request, context, by: Backend(passwordRounds: 1))
  }

  static func read<Answer>(
    _ response: HTTPResponse, _ request: HTTPRequest, _ endpoint: Endpoint<Answer>
  ) throws(APIError) -> Answer {
    guard endpoint.success.contains(response.status) else {
      throw .status(
        StatusFailure(call: "\(request)", response: response, sentToken: endpoint.token == .required))
    }
    do throws(JSONError) { return try endpoint.decoding(response, .standard) } catch {
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

  /// Returns the possible outcomes of a request: the back end's response; no response, because the request was lost;
  /// and if the request changes something, no response although the change was made.
  func outcomes<Answer, Action>(
    to endpoint: Endpoint<Answer>, as header: TokenHeader = EventbeeAPI.tokenHeader, _ read: Read<Answer, Action>
  ) -> [Outcome<Action, BackendModel>] {
    outcomes(of: { $0.call(endpoint, as: header) }, read)
  }

  /// Returns the possible outcomes of a request that is sent by a closure.
  ///
  /// - Parameters:
  ///   - send: Sends the request.
  ///   - copy: The action that the app receives before the response, if any.
  ///   - read: Returns the action for a response.
  func outcomes<Answer, Action>(
    of send: (inout BackendModel) -> Result<Answer, APIError>, after copy: Action? = nil, _ read: Read<Answer, Action>
  ) -> [Outcome<Action, BackendModel>] {
    var (answered, unread, untouched) = (self, self, self)
    let answer = send(&answered)
    let action = read(answer, &answered)
    let lost = read(.failure(.transport(.offline)), &untouched)
    _ = send(&unread)
    unread.session = session
    var outcomes = [Self.outcome(action, answered, after: copy), Self.outcome(lost, untouched, after: copy)]
    unread.hasLostAnswers = true
    if unread.state != state { outcomes.append(Self.outcome(lost, unread, after: copy)) }
    return outcomes
  }

  /// Returns an outcome that replaces the model with `next`.
  private static func outcome<Action>(
    _ action: Action?, _ next: BackendModel, after copy: Action? = nil
  ) -> Outcome<Action, BackendModel> {
    if let copy { return .resolve([copy, action].compactMap(\.self), thenEnds: true) { $0 = next } }
    guard let action else { return .finish { $0 = next } }
    return .answer(action) { $0 = next }
  }

  /// Returns an outcome that changes the model.
  func outcome<Action>(
    _ action: Action?, _ change: (inout BackendModel) -> Void
  ) -> Outcome<Action, BackendModel> {
    var next = self
    change(&next)
    return Self.outcome(action, next)
  }
}
