import ColmeiaJSON

/// The public information about a user of Eventbee.
public struct PublicUser: Sendable, Hashable {
  /// The maximum length of the name and of the self-description, in bytes of UTF-8.
  public static let longestName = 200, longestAbout = 2_000

  /// The number of the user.
  public let id: Int
  /// The name of the user.
  public let name: String
  /// The email address; empty if the server doesn't provide it.
  public let email: String
  /// The user's self-description; may be empty.
  public let about: String
  /// The key of the user's photo in the object store, or `nil` if there is no photo.
  public let photo: String?

  /// Creates the information about a user.
  package init(id: Int, name: String, email: String, about: String, photo: String?) {
    (self.id, self.name, self.email, self.about, self.photo) = (id, name, email, about, photo)
  }
}

extension PublicUser: Codable {
  /// Decodes a user. Only the number is required.
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard let id = json["id"]?.int else { throw JSONError(.missingKey("id")) }
    self.init(
      id: id, name: json.text("name"), email: json.text("email"), about: json.text("about"),
      photo: json["photo_url"]?.string)
  }

  /// Encodes the user as in a response.
  public func encode(to encoder: any Encoder) throws { try response.encode(to: encoder) }

  /// The user in a response.
  package var response: JSON {
    [
      "id": .number(JSONNumber(id)), "name": .string(name), "email": .string(email), "about": .string(about),
      "photo_url": photo.map(JSON.string) ?? .null,
    ]
  }
}
