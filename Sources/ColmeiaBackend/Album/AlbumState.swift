/// Everything that is known of albums.
struct AlbumState: Sendable, Equatable {
  static let sessionsPerUser = 10
  static let photosPerUser = 30

  /// Who has an album. Nobody can come by the API.
  var users: [AlbumUser] = []
  /// In the order in which they began.
  private(set) var sessions: [AlbumSession] = []
  /// In the order in which they were published.
  private(set) var photos: [AlbumPhoto] = []
  /// Wrong passwords; gone with the process.
  var guesses = GuessTable()
  var log = ChangeLog<Change>()

  /// What was done.
  enum Change: Sendable, Equatable, Codable {
    case session(AlbumSession)
    case signedOut(client: String)
    case photo(AlbumPhoto)
  }

  init() {}

  /// The user with that e-mail, in whatever case.
  func user(_ email: String) -> AlbumUser? { users.first { EmailForm.key($0.email) == EmailForm.key(email) } }

  /// The session of a client.
  func session(_ client: String) -> AlbumSession? { sessions.first { $0.client == client } }

  /// The photos of a user, the newest last.
  func photos(of user: Int) -> [AlbumPhoto] { photos.filter { $0.user == user } }

  /// The number of the next photo. None is ever removed.
  var nextPhoto: Int { photos.count + 1 }

  /// Adds a session, or puts a changed one in its place. One more than a user may have ends the oldest.
  mutating func put(_ session: AlbumSession) {
    log.note(.session(session))
    if let place = sessions.firstIndex(where: { $0.client == session.client }) { return sessions[place] = session }
    sessions.append(session)
    if sessions.count(where: { $0.user == session.user }) > Self.sessionsPerUser,
      let oldest = sessions.firstIndex(where: { $0.user == session.user })
    {
      sessions.remove(at: oldest)
    }
  }

  /// Ends a session; `false` when there is none.
  @discardableResult mutating func end(client: String) -> Bool {
    guard let place = sessions.firstIndex(where: { $0.client == client }) else { return false }
    sessions.remove(at: place)
    log.note(.signedOut(client: client))
    return true
  }

  /// Adds a photo with the next number.
  mutating func add(_ photo: AlbumPhoto) {
    photos.append(photo)
    log.note(.photo(photo))
  }

  /// Does what another back end has done; what cannot be, if it cannot.
  mutating func apply(_ change: Change) -> String? {
    switch change {
    case .session(let session): put(session)
    case .signedOut(let client): return end(client: client) ? nil : "a session that is to end is not there"
    case .photo(let photo):
      guard photo.id == nextPhoto else { return "photo \(photo.id) is out of order" }
      add(photo)
    }
    return nil
  }

  /// What cannot be, if anything is.
  ///
  /// - Complexity: O(everything).
  var inconsistency: String? {
    let known = Set(users.map(\.id))
    guard known.count == users.count else { return "a user is there twice" }
    guard Set(sessions.map(\.client)).count == sessions.count else { return "a session is there twice" }
    if let session = sessions.first(where: { !known.contains($0.user) || !ISODate.accepts($0.date) }) {
      return "a session of user \(session.user) is none"
    }
    for (index, photo) in photos.enumerated() {
      guard photo.id == index + 1, known.contains(photo.user), photo.isPossible else {
        return "photo \(photo.id) is none"
      }
    }
    return nil
  }
}

extension AlbumState: Codable {
  private enum CodingKeys: CodingKey { case users, sessions, photos }
}
