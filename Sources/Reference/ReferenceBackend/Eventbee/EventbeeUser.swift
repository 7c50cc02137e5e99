import ReferenceEntities

/// A user who can create events and enroll in them.
struct EventbeeUser: Account {
  let id: Int
  var name: String
  let email: String
  var about = ""
  /// The address of the photo in the object store, or `nil` if there is none.
  var photoURL: String?
  /// The role of the user when logged in.
  var role = Role.logged
  /// The password, or `nil` if the user logs in only through Facebook.
  var password: PasswordRecord?

  /// Whether a request could have created this user.
  var isPossible: Bool {
    name.isWords(upTo: EventbeeLimits.name) && EmailForm.accepts(email)
      && about.utf8.count <= EventbeeLimits.about && (photoURL?.utf8.count ?? 0) <= EventbeeLimits.photoURL
  }
}
