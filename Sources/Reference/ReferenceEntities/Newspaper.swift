import ColmeiaJSON

/// A newspaper of Canillita, identified by its name (O2).
public struct Newspaper: Sendable, Equatable, Codable, Identifiable {
  /// The maximum length of the name and of the description, in bytes of UTF-8.
  package static let longestName = 200, longestAbout = 4_000

  /// The name of the newspaper.
  public let name: String
  /// The description of the newspaper.
  public var about: String

  /// Creates a newspaper.
  public init(name: String, about: String) { (self.name, self.about) = (name, about) }

  /// The name, which identifies the newspaper.
  public var id: String { name }
}

extension Newspaper: ServerEntity {
  private enum Member: String, CodingKey { case name, about = "description" }

  /// Decodes a newspaper from a response. The name and the description are required.
  public init(response decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    name = try members.decode(String.self, forKey: .name)
    about = try members.decode(String.self, forKey: .about)
  }

  /// The newspaper in a request.
  package var request: JSON { [Member.name.rawValue: .string(name), Member.about.rawValue: .string(about)] }

  /// Returns the newspaper in a response, with its times of creation and change in seconds since 1970.
  package func response(createdAt: Int, updatedAt: Int) -> JSON {
    [
      Member.name.rawValue: .string(name), Member.about.rawValue: .string(about),
      "created_at": .string(UTCTime.text(createdAt)), "updated_at": .string(UTCTime.text(updatedAt)),
    ]
  }
}
