/// A shot (M8): an image by a designer, with its statistics. Any field may be missing. Texts are truncated, which
/// bounds the size of the state.
public struct Shot: Sendable, Equatable, Codable {
  /// The maximum number of characters in a title, a name or a location.
  static let longestLine = 500
  /// The maximum number of characters in a description.
  static let longestDescription = 10_000

  /// The number of the shot. A shot without one can't be opened.
  public var id: Int?
  /// The title, if the author provided one.
  public var title: String?
  /// The designer's description as HTML; see ``plainDescription``.
  public var description: String?
  /// The addresses of the images.
  public var images = ShotImages()
  /// The number of views.
  public var views: Int?
  /// The number of likes.
  public var likes: Int?
  /// The number of comments.
  public var comments: Int?
  /// The designer who published the shot.
  public var author: ShotAuthor?

  /// The description as plain text, without tags.
  ///
  /// - Complexity: O(length).
  public var plainDescription: String? { description.map(PlainText.of) }
}

/// The addresses of a shot's images.
public struct ShotImages: Sendable, Equatable, Codable {
  /// The image at twice the normal size.
  public var high: ImageURL?
  /// The image at its normal size.
  public var normal: ImageURL?
  /// The small image, for lists.
  public var teaser: ImageURL?
}

/// The author of a shot.
public struct ShotAuthor: Sendable, Equatable, Codable {
  /// The number that the server assigned to the author.
  public var id: Int?
  /// The name.
  public var name: String?
  /// The address of the author's picture.
  public var avatar: ImageURL?
  /// The location, in the author's words.
  public var location: String?
}

extension Shot {
  /// Creates a shot of which only the number is known.
  public init(id: Int) { self.init(id: id, title: nil) }

  /// Creates a shot from the API's representation.
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
