import ColmeiaJSON

/// A shot.
struct DribbbleShot: Sendable, Equatable, Codable {
  var id: Int
  var title: String
  /// The description as HTML, or `nil` if there is none.
  var about: String?
  var views: Int
  var likes: Int
  var comments: Int
  /// The time of creation, in seconds since 1970.
  var createdAt: Int
  var author: DribbbleAuthor
  /// Whether there is a picture of twice the resolution.
  var hasHighDensity: Bool
}

/// The author of a shot.
struct DribbbleAuthor: Sendable, Equatable, Codable {
  var id: Int
  var name: String
  var location: String?
}

extension DribbbleShot {
  /// The valid range of numbers from outside. Its upper bound leaves room so that arithmetic can't overflow.
  fileprivate static let numbers = 1...(1 << 53)
  private static let (longestTitle, longestAbout) = (500, 64 << 10)

  /// A description of an inconsistency in the shot, or `nil` if it is consistent.
  var inconsistency: String? {
    let isShot =
      Self.numbers.contains(id) && title.utf8.count <= Self.longestTitle
      && (about?.utf8.count ?? 0) <= Self.longestAbout
      && [views, likes, comments].allSatisfy { $0 == 0 || Self.numbers.contains($0) } && ISODate.accepts(createdAt)
    guard isShot else { return "shot \(id) is invalid" }
    return author.isPossible ? nil : "the author of shot \(id) is invalid"
  }

  /// Returns the shot in the format of the service.
  ///
  /// - Parameter origin: The origin of this back end. It serves the pictures, which are its drawings of dogs.
  func json(at origin: String) -> JSON {
    let date = JSON.string(ISODate.text(createdAt))
    let page = "\(origin)/shots/\(id)"
    let address = "\(origin)/v1/shots/\(id)"
    return [
      "id": number(id), "title": .string(title), "description": about.map(JSON.string) ?? .null, "width": 400,
      "height": 300, "images": images(at: origin), "views_count": number(views), "likes_count": number(likes),
      "comments_count": number(comments), "attachments_count": 0, "rebounds_count": 0, "buckets_count": 0,
      "created_at": date, "updated_at": date, "html_url": .string(page),
      "attachments_url": .string(address + "/attachments"), "buckets_url": .string(address + "/buckets"),
      "comments_url": .string(address + "/comments"), "likes_url": .string(address + "/likes"),
      "projects_url": .string(address + "/projects"), "rebounds_url": .string(address + "/rebounds"),
      "animated": false, "tags": [], "user": author.json(at: origin, createdAt: date), "team": .null,
    ]
  }

  private func images(at origin: String) -> JSON {
    // The drawings have one size, so all of them are the same.
    let picture = JSON.string(origin + DribbbleAuthor.picture(id))
    return ["hidpi": hasHighDensity ? picture : .null, "normal": picture, "teaser": picture]
  }

  private func number(_ number: Int) -> JSON { .number(JSONNumber(number)) }
}

extension DribbbleAuthor {
  private static let longest = 500

  fileprivate var isPossible: Bool {
    DribbbleShot.numbers.contains(id) && name.utf8.count <= Self.longest && (location?.utf8.count ?? 0) <= Self.longest
  }

  fileprivate func json(at origin: String, createdAt: JSON) -> JSON {
    [
      "id": .number(JSONNumber(id)), "name": .string(name), "username": .string("user-\(id)"),
      "html_url": .string("\(origin)/users/\(id)"), "avatar_url": .string(origin + Self.picture(id)), "bio": "",
      "location": location.map(JSON.string) ?? .null, "links": [:], "type": "Player", "pro": false,
      "created_at": createdAt, "updated_at": createdAt,
    ]
  }

  /// Returns the path of a drawing, which is always the same for the same number.
  fileprivate static func picture(_ number: Int) -> String {
    let breeds = DogBreed.allCases
    let paths = ImageLibrary.paths(of: breeds[number % breeds.count])
    return paths[number / breeds.count % paths.count]
  }
}
