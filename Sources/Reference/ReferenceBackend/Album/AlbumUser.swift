import ColmeiaJSON
import ReferenceEntities

/// A user with an album.
struct AlbumUser: Sendable, Equatable, Codable {
  let id: Int
  let email: String
  /// The display name.
  let name: String
  let password: PasswordRecord
  /// The time of registration, in seconds since 1970.
  let registered: Int

  /// The user in the format of the original's API.
  var json: JSON { AlbumOwner(email: email, name: name, registered: registered).response(id: id) }
}
