import ColmeiaJSON

/// A member of Eventbee (E10). The session's token is only in the token store.
public struct Member: Sendable, Hashable, Codable, Identifiable {
  /// The maximum length of the name and of the self-description, in bytes of UTF-8.
  public static let longestName = 200, longestAbout = 2_000

  /// The number that the server assigned to the member.
  public let id: Int
  /// The name.
  public var name: String
  /// The email address; empty if the server doesn't provide it.
  public var email: String
  /// The member's self-description; may be empty.
  public var about: String
  /// The key of the photo in the object store, or `nil` if there is no photo.
  public var photo: String?

  /// Creates a member.
  public init(id: Int, name: String, email: String = "", about: String = "", photo: String? = nil) {
    (self.id, self.name, self.email, self.about, self.photo) = (id, name, email, about, photo)
  }
}

extension Member: ServerEntity {
  /// Decodes a member from a response. Only the number is required.
  public init(response decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard let id = json["id"]?.int else { throw JSONError(.missingKey("id")) }
    self.init(
      id: id, name: json.text("name"), email: json.text("email"), about: json.text("about"),
      photo: json["photo_url"]?.string)
  }

  /// The member in a response.
  package var response: JSON {
    [
      "id": .number(JSONNumber(id)), "name": .string(name), "email": .string(email), "about": .string(about),
      "photo_url": photo.map(JSON.string) ?? .null,
    ]
  }
}
