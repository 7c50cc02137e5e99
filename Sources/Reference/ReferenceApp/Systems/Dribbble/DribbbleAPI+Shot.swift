import ColmeiaHTTP
import ColmeiaJSON

extension DribbbleAPI {
  /// A shot: an image by a designer, with its statistics. Any field may be missing. A field that is absent, `null` or
  /// of an unexpected type is decoded as `nil`.
  public struct Shot: Sendable, Hashable {
    /// The number of the shot.
    public let id: Int?
    /// The title of the shot.
    public let title: String?
    /// The designer's description as HTML.
    public let description: String?
    /// The addresses of the images.
    public let images: Images?
    /// The number of views.
    public let views: Int?
    /// The number of likes.
    public let likes: Int?
    /// The number of comments.
    public let comments: Int?
    /// The author of the shot.
    public let user: User?
  }

  /// The addresses of a shot's images, in three sizes.
  public struct Images: Sendable, Hashable {
    /// The image at twice the normal width and height, which many shots don't have.
    public let high: WebAddress?
    /// The image at its normal size.
    public let normal: WebAddress?
    /// The small image.
    public let teaser: WebAddress?
  }

  /// The author of a shot.
  public struct User: Sendable, Hashable {
    /// The number of the author.
    public let id: Int?
    /// The name of the author.
    public let name: String?
    /// The address of the author's picture.
    public let avatar: WebAddress?
    /// The author's location.
    public let location: String?
  }
}

extension DribbbleAPI.Shot: Decodable {
  /// Decodes a shot, which must be an object. All of its members are optional.
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard json.object != nil else {
      let steps = decoder.codingPath.map { key -> JSONPath.Step in
        key.intValue.map { .index($0) } ?? .key(key.stringValue)
      }
      throw JSONError(.mismatch(expected: "an object", found: json.kind), at: JSONPath(steps))
    }
    self.init(json)
  }

  /// Creates a shot from a JSON value.
  init(_ json: JSON) {
    id = json["id"]?.int
    title = json["title"]?.string
    description = json["description"]?.string
    images = json["images"].flatMap(DribbbleAPI.Images.init)
    views = json["views_count"]?.int
    likes = json["likes_count"]?.int
    comments = json["comments_count"]?.int
    user = json["user"].flatMap(DribbbleAPI.User.init)
  }
}

extension DribbbleAPI.Images {
  /// Creates images from a JSON value, or returns `nil` if it isn't an object.
  init?(_ json: JSON) {
    guard json.object != nil else { return nil }
    high = json.address("hidpi")
    normal = json.address("normal")
    teaser = json.address("teaser")
  }
}

extension DribbbleAPI.User {
  /// Creates a user from a JSON value, or returns `nil` if it isn't an object.
  init?(_ json: JSON) {
    guard json.object != nil else { return nil }
    id = json["id"]?.int
    name = json["name"]?.string
    avatar = json.address("avatar_url")
    location = json["location"]?.string
  }
}

extension JSON {
  fileprivate func address(_ key: String) -> WebAddress? { self[key]?.string.flatMap(WebAddress.init) }
}
