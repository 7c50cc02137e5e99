/// The state of the albums.
struct AlbumState: Sendable, Equatable {
  static let sessionsPerUser = 10
  static let photosPerUser = 20

  /// The users with an album. The API can't add any.
  var users: [AlbumUser] = []
  /// The sessions in the order in which they were created.
  private(set) var sessions: [AlbumSession] = []
  /// The photos in the order of publication.
  private(set) var photos: [PhotoRecord] = []
  /// The counts of wrong passwords. They are not persisted.
  var guesses = GuessTable()

  init() {}

  /// Returns the user with an email, ignoring case.
  func user(_ email: String) -> AlbumUser? { users.first { EmailForm.key($0.email) == EmailForm.key(email) } }

  /// Returns the session of a client.
  func session(_ client: String) -> AlbumSession? { sessions.first { $0.client == client } }

  /// Returns the photos of a user, the newest last.
  func photos(of user: Int) -> [PhotoRecord] { photos.filter { $0.user == user } }

  /// The identifier of the next photo. Photos are never removed.
  var nextPhoto: Int { photos.count + 1 }

  /// Adds or replaces a session. If the user then has too many, the oldest session ends.
  mutating func upsert(_ session: AlbumSession) {
    if let position = sessions.firstIndex(where: { $0.client == session.client }) {
      return sessions[position] = session
    }
    sessions.append(session)
    if sessions.count(where: { $0.user == session.user }) > Self.sessionsPerUser,
      let oldest = sessions.firstIndex(where: { $0.user == session.user })
    {
      sessions.remove(at: oldest)
    }
  }

  /// Ends a session. Does nothing if it doesn't exist.
  mutating func end(client: String) { sessions.removeAll { $0.client == client } }

  /// Adds a photo, whose identifier must be ``nextPhoto``, or replaces the photo with its identifier.
  mutating func upsert(_ photo: PhotoRecord) {
    if photo.id == nextPhoto { photos.append(photo) } else { photos[photo.id - 1] = photo }
  }

  /// Replaces the blobs of a decoded state with complete ones.
  mutating func loadBlobs<E: Error>(_ load: (Blob) throws(E) -> Blob) throws(E) {
    for index in photos.indices { photos[index].picture = try load(photos[index].picture) }
  }

  /// A description of an inconsistency in the state, or `nil` if it is consistent.
  ///
  /// - Complexity: O(size of the state).
  var inconsistency: String? {
    let known = Set(users.map(\.id))
    guard known.count == users.count else { return "a user occurs twice" }
    guard Set(sessions.map(\.client)).count == sessions.count else { return "a session occurs twice" }
    if let session = sessions.first(where: { !known.contains($0.user) || !ISODate.accepts($0.date) }) {
      return "a session of user \(session.user) is invalid"
    }
    for (index, photo) in photos.enumerated() {
      guard photo.id == index + 1, known.contains(photo.user), photo.isPossible else {
        return "photo \(photo.id) is invalid"
      }
    }
    return nil
  }
}

extension AlbumState: Codable {
  private enum CodingKeys: CodingKey { case users, sessions, photos }
}
