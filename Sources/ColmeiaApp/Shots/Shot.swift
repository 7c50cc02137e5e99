import ColmeiaSystems

/// A shot (M8): a picture that a designer shows, and what others make of it. Anything may be missing. Texts are cut, so
/// that the state has a limit.
public struct Shot: Sendable, Equatable, Codable {
  /// How many characters of a title, a name or a place are kept.
  public static let longestLine = 500
  /// How many characters of a description are kept.
  public static let longestDescription = 10_000

  /// The number; a shot without one cannot be opened.
  public var id: Int?
  /// The title, if the author gave one.
  public var title: String?
  /// What the designer says about it, as HTML; see ``plainDescription``.
  public var description: String?
  /// Where its pictures are.
  public var images = ShotImages()
  /// How often it was looked at.
  public var views: Int?
  /// How many like it.
  public var likes: Int?
  /// How many comments there are.
  public var comments: Int?
  /// The designer who published the shot.
  public var author: ShotAuthor?

  /// The description without its tags.
  ///
  /// - Complexity: O(length).
  public var plainDescription: String? { description.map(PlainText.of) }
}

/// Where the pictures of a shot are.
public struct ShotImages: Sendable, Equatable, Codable {
  /// The picture at twice the normal size.
  public var high: ImageURL?
  /// The picture at its normal size.
  public var normal: ImageURL?
  /// The small picture, for lists.
  public var teaser: ImageURL?
}

/// Whose a shot is.
public struct ShotAuthor: Sendable, Equatable, Codable {
  /// The number that the server has given the author.
  public var id: Int?
  /// The name.
  public var name: String?
  /// Where their picture is.
  public var avatar: ImageURL?
  /// Where the author lives, in the author's words.
  public var location: String?
}

extension Shot {
  /// A shot of which nothing is known but its number.
  public init(id: Int) { self.init(id: id, title: nil) }

  /// A shot as the API describes it.
  init(_ shot: DribbbleAPI.Shot) {
    self.init(
      id: shot.id, title: shot.title.map { $0.cut(Self.longestLine) },
      description: shot.description.map { $0.cut(Self.longestDescription) },
      images: ShotImages(
        high: shot.images?.high.map(ImageURL.init), normal: shot.images?.normal.map(ImageURL.init),
        teaser: shot.images?.teaser.map(ImageURL.init)),
      views: shot.views, likes: shot.likes, comments: shot.comments, author: shot.user.map(ShotAuthor.init))
  }
}

extension ShotAuthor {
  fileprivate init(_ user: DribbbleAPI.User) {
    self.init(
      id: user.id, name: user.name.map { $0.cut(Shot.longestLine) }, avatar: user.avatar.map(ImageURL.init),
      location: user.location.map { $0.cut(Shot.longestLine) })
  }
}

extension String {
  fileprivate func cut(_ length: Int) -> String { String(prefix(length)) }
}
