import ColmeiaHTTP
import ColmeiaJSON

extension DribbbleAPI {
  /// A picture that a designer shows, and what others make of it. Anything of it may be missing: what is not there, `null`
  /// or of another kind than agreed is `nil`.
  public struct Shot: Sendable, Hashable {
    /// The number.
    public let id: Int?
    /// The title.
    public let title: String?
    /// What the designer says about it, as HTML.
    public let description: String?
    /// Where its pictures are.
    public let images: Images?
    /// How often it was looked at.
    public let views: Int?
    /// How many like it.
    public let likes: Int?
    /// How many comments there are.
    public let comments: Int?
    /// Whose it is.
    public let user: User?
  }

  /// Where the pictures of a shot are, in three sizes.
  public struct Images: Sendable, Hashable {
    /// Twice as wide and high as the normal one; many shots have none.
    public let high: WebAddress?
    /// The normal one.
    public let normal: WebAddress?
    /// The small one.
    public let teaser: WebAddress?
  }

  /// Whose a shot is.
  public struct User: Sendable, Hashable {
    /// The number.
    public let id: Int?
    /// The name.
    public let name: String?
    /// Where their picture is.
    public let avatar: WebAddress?
    /// Where they are.
    public let location: String?
  }
}

extension DribbbleAPI.Shot: Decodable {
  /// Reads a shot, which must be an object; nothing in it must be there.
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

  /// What a value tells of a shot.
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
  /// What a value tells of pictures; `nil` when it is no object.
  init?(_ json: JSON) {
    guard json.object != nil else { return nil }
    high = json.address("hidpi")
    normal = json.address("normal")
    teaser = json.address("teaser")
  }
}

extension DribbbleAPI.User {
  /// What a value tells of a user; `nil` when it is no object.
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
