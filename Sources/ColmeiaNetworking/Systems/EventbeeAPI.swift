import ColmeiaHTTP
import ColmeiaJSON

/// Eventbee's calls. Only the statuses 200 and 201 are success, also 204 is none (E6).
public enum EventbeeAPI {
  /// The header field of the token.
  public static let tokenField = "Token"
  /// What a server says to a call that the caller's role does not allow (E22).
  public static let genericRefusal = "Erro: Sem permissão para o acesso"
  /// What it says to somebody who is not the event's organizer (E24).
  public static let organizerRefusal = "Erro: Usuário não tem permissão para fazer isso nesse evento"
  /// What it says of an e-mail address that has an account.
  public static let repeatedEmail = "Erro: E-mail já em uso"

  /// A user. What is missing is empty (E15).
  public struct User: Sendable, Decodable, Equatable {
    /// The number.
    public var id: Int
    /// The name.
    public var name: String
    /// The e-mail address.
    public var email: String
    /// What the user says about herself.
    public var about: String
    /// The session's token, in the answer to a log-in.
    public var token: String?

    private enum Key: String, CodingKey { case id, name, email, about, token }
    /// Reads what is there.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      id = try values.decode(Int.self, forKey: .id)
      name = try values.decodeIfPresent(String.self, forKey: .name) ?? ""
      email = try values.decodeIfPresent(String.self, forKey: .email) ?? ""
      about = try values.decodeIfPresent(String.self, forKey: .about) ?? ""
      token = try values.decodeIfPresent(String.self, forKey: .token)
    }
  }

  /// An event. What is missing is empty or zero (E15).
  public struct Event: Sendable, Decodable, Equatable {
    /// The number.
    public var id: Int
    /// The name.
    public var name: String
    /// What happens there.
    public var description: String
    /// Who may enrol; also a value that nobody here knows.
    public var permission: String
    /// When it begins and ends, in seconds since 1970.
    public var start: Int, end: Int
    /// Who organizes it.
    public var organizer: Int?

    private enum Key: String, CodingKey {
      case id, name, description, permission
      case start = "datetime_start"
      case end = "datetime_end"
      case organizer = "organizer_id"
    }
    /// Reads what is there.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      id = try values.decode(Int.self, forKey: .id)
      name = try values.decodeIfPresent(String.self, forKey: .name) ?? ""
      description = try values.decodeIfPresent(String.self, forKey: .description) ?? ""
      permission = try values.decodeIfPresent(String.self, forKey: .permission) ?? ""
      start = try values.decodeIfPresent(Int.self, forKey: .start) ?? 0
      end = try values.decodeIfPresent(Int.self, forKey: .end) ?? 0
      organizer = try values.decodeIfPresent(Int.self, forKey: .organizer)
    }
  }

  /// An answer of which only that it came matters.
  public struct Done: Sendable, Decodable, Equatable {
    /// Anything that is JSON will do.
    public init(from decoder: any Decoder) throws { _ = try JSON(from: decoder) }
  }

  private static func call<Answer: Decodable & Sendable>(
    _ method: HTTPMethod, _ path: [String], body: JSON? = nil, token: Endpoint<Answer>.TokenUse = .required
  ) -> Endpoint<Answer> {
    Endpoint(method, path, body: body, token: token, success: [200, 201])
  }
}

extension EventbeeAPI {
  /// Makes an account.
  public static func createAccount(name: String, email: String, password: String, about: String) -> Endpoint<User> {
    let body: JSON = [
      "name": .string(name), "email": .string(email), "password": .string(password), "about": .string(about),
    ]
    return call(.post, ["users"], body: body, token: .none)
  }
  /// Logs in; the answer has the token.
  public static func logIn(email: String, password: String) -> Endpoint<User> {
    call(.post, ["users", "login"], body: ["email": .string(email), "password": .string(password)], token: .none)
  }
  /// Logs in with a token of Facebook's.
  public static func logIn(facebookToken: String) -> Endpoint<User> {
    call(.post, ["users", "login_facebook"], body: ["facebook_token": .string(facebookToken)], token: .none)
  }
  /// Ends the session.
  public static func logOff() -> Endpoint<Done> { call(.get, ["users", "logoff"]) }
  /// All users.
  public static func users() -> Endpoint<[User]> { call(.get, ["users"]) }
  /// One user.
  public static func user(_ id: Int) -> Endpoint<User> { call(.get, ["users", "\(id)"], token: .none) }

  /// All events.
  public static func events() -> Endpoint<[Event]> { call(.get, ["events"], token: .none) }
  /// One event.
  public static func event(_ id: Int) -> Endpoint<Event> { call(.get, ["events", "\(id)"], token: .none) }
  /// Makes an event of these fields.
  public static func createEvent(_ fields: JSON) -> Endpoint<Event> { call(.post, ["events"], body: fields) }
  /// Changes these fields of an event.
  public static func updateEvent(_ id: Int, _ fields: JSON) -> Endpoint<Event> {
    call(.put, ["events", "\(id)"], body: fields)
  }
  /// Enrols the user.
  public static func subscribe(_ id: Int) -> Endpoint<Done> { call(.post, ["events", "\(id)", "subscribe"]) }
  /// Takes the enrolment back.
  public static func unsubscribe(_ id: Int) -> Endpoint<Done> { call(.delete, ["events", "\(id)", "subscribe"]) }
  /// Adds somebody.
  public static func addUser(_ user: Int, to event: Int) -> Endpoint<Done> {
    call(.post, ["events", "\(event)", "add_user", "\(user)"])
  }
  /// Who is enrolled.
  public static func participants(_ id: Int) -> Endpoint<[User]> { call(.get, ["events", "\(id)", "users"]) }
}
