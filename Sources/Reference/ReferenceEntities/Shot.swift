import ColmeiaJSON

/// A shot (M8): an image by a designer, with its statistics. Any field may be missing. Texts are truncated, which
/// bounds the size of the state.
public struct Shot: Sendable, Equatable, Codable {
  /// The maximum number of characters in a title, a name or a location. The back end has texts of as many bytes.
  package static let longestLine = 500
  /// The maximum number of characters in a description.
  package static let longestDescription = 10_000

  /// The number of the shot. A shot without one can't be opened.
  public var id: Int?
  /// The title, if the author provided one.
  public var title: String?
  /// The designer's description as HTML.
  public var description: String?
  /// The addresses of the images.
  public var images: ShotImages
  /// The number of views.
  public var views: Int?
  /// The number of likes.
  public var likes: Int?
  /// The number of comments.
  public var comments: Int?
  /// The designer who published the shot.
  public var author: ShotAuthor?

  /// Creates a shot.
  package init(
    id: Int? = nil, title: String? = nil, description: String? = nil, images: ShotImages = ShotImages(),
    views: Int? = nil, likes: Int? = nil, comments: Int? = nil, author: ShotAuthor? = nil
  ) {
    (self.id, self.title, self.description, self.images) = (id, title, description, images)
    (self.views, self.likes, self.comments, self.author) = (views, likes, comments, author)
  }
}

/// The addresses of a shot's images.
public struct ShotImages: Sendable, Equatable, Codable {
  /// The image at twice the normal size.
  public var high: ImageURL?
  /// The image at its normal size.
  public var normal: ImageURL?
  /// The small image, for lists.
  public var teaser: ImageURL?

  /// Creates addresses.
  package init(high: ImageURL? = nil, normal: ImageURL? = nil, teaser: ImageURL? = nil) {
    (self.high, self.normal, self.teaser) = (high, normal, teaser)
  }
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

  /// Creates an author.
  package init(id: Int? = nil, name: String? = nil, avatar: ImageURL? = nil, location: String? = nil) {
    (self.id, self.name, self.avatar, self.location) = (id, name, avatar, location)
  }
}
