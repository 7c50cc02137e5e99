import ColmeiaHTTP
import ColmeiaJSON

/// The actions on accounts.
enum UsersController {
  static func show(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    .json(200, try find(call, state).json)
  }

  /// Returns the events in which a user is enrolled.
  static func events(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let user = try find(call, state)
    return .json(200, .array(state.events.filter { $0.participants.contains(user.id) }.map(\.details.response)))
  }

  private static func find(_ call: EventbeeCall, _ state: EventbeeState) throws(EventbeeProblem) -> EventbeeUser {
    guard let user = state.users[try call.id()] else { throw .notFound }
    return user
  }

  /// Creates a user. All fields are validated before the email is looked up.
  static func create(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let fields = try call.fields()
    guard let name = try fields.words("name", upTo: EventbeeLimits.name) else { throw .invalid("name") }
    let email = try fields.required("email", upTo: EmailForm.longest)
    let password = try fields.required("password", upTo: EventbeeLimits.password)
    let about = try fields.text("about", upTo: EventbeeLimits.about) ?? ""
    guard EmailForm.accepts(email) else { throw .invalid("email") }
    if password.isEmpty { throw .invalid("password") }
    let record = PasswordRecord(password, salt: call.context.salt, rounds: call.passwordRounds)
    let user = EventbeeUser(id: state.users.nextID, name: name, email: email, about: about, password: record)
    guard state.users.hasRoom(for: user, upTo: EventbeeLimits.users) else { throw .invalid }
    guard state.users.upsert(user) else { throw .emailTaken }
    return .json(201, user.json)
  }

  /// Updates the name, the description and the photo's address if they are given. `null` removes the photo.
  static func update(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    var user = try find(call, state)
    guard user.id == (try call.caller().id) else { throw .noPermission }
    let fields = try call.fields()
    user.name = try fields.words("name", upTo: EventbeeLimits.name) ?? user.name
    user.about = try fields.text("about", upTo: EventbeeLimits.about) ?? user.about
    let photoURL = try fields.text("photo_url", upTo: EventbeeLimits.photoURL)
    // As JSON, control characters take six bytes each, for which ``BackendData/largest`` has no room.
    guard photoURL?.utf8.allSatisfy({ $0 >= 0x20 }) ?? true else { throw .invalid("photo_url") }
    user.photoURL = fields.isNull("photo_url") ? nil : photoURL ?? user.photoURL
    state.users.upsert(user)
    return .json(200, user.json)
  }
}
