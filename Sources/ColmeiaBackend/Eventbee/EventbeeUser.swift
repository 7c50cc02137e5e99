/// Somebody who registers events and enrols in them.
struct EventbeeUser: Account {
  let id: Int
  var name: String
  let email: String
  var about = ""
  /// Where the photo lies in the object store; `nil` without one.
  var photoURL: String?
  /// What the user may when logged in.
  var role = Role.logged
  /// `nil` for one who only comes through Facebook.
  var password: PasswordRecord?

  /// Whether a request could have made it.
  var isPossible: Bool {
    EventbeeFields.areWords(name, upTo: EventbeeLimits.name) && EmailForm.accepts(email)
      && about.utf8.count <= EventbeeLimits.about && (photoURL?.utf8.count ?? 0) <= EventbeeLimits.photoURL
  }
}
