import ColmeiaJSON
import ReferenceEntities

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
  private static let longestAbout = 64 << 10

  /// A description of an inconsistency in the shot, or `nil` if it is consistent.
  var inconsistency: String? {
    let isShot =
      Self.numbers.contains(id) && title.utf8.count <= Shot.longestLine
      && (about?.utf8.count ?? 0) <= Self.longestAbout
      && [views, likes, comments].allSatisfy { $0 == 0 || Self.numbers.contains($0) } && ISODate.accepts(createdAt)
    guard isShot else { return "shot \(id) is invalid" }
    return author.isPossible ? nil : "the author of shot \(id) is invalid"
  }

  /// Returns the shot in the format of the service.
  ///
  /// - Parameter origin: The origin of this back end. It serves the pictures, which are its drawings of dogs.
  func json(at origin: String) -> JSON {
    // The drawings have one size, so all of them are the same.
    let picture = ImageURL(rawValue: origin + DribbbleAuthor.picture(id))
    let shot = Shot(
      id: id, title: title, description: about,
      images: ShotImages(high: hasHighDensity ? picture : nil, normal: picture, teaser: picture), views: views,
      likes: likes, comments: comments,
      author: ShotAuthor(
        id: author.id, name: author.name, avatar: ImageURL(rawValue: origin + DribbbleAuthor.picture(author.id)),
        location: author.location))
    return shot.response(at: origin, date: ISODate.text(createdAt))
  }
}

extension DribbbleAuthor {
  fileprivate var isPossible: Bool {
    DribbbleShot.numbers.contains(id) && name.utf8.count <= Shot.longestLine
      && (location?.utf8.count ?? 0) <= Shot.longestLine
  }

  /// Returns the path of a drawing, which is always the same for the same number.
  fileprivate static func picture(_ number: Int) -> String {
    let breeds: [Breed] = [.husky, .hound, .pug, .labrador]
    let paths = ImageLibrary.paths(of: breeds[number % breeds.count])
    return paths[number / breeds.count % paths.count]
  }
}
