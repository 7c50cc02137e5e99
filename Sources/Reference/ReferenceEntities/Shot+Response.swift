import ColmeiaJSON

extension Shot: ServerEntity {
  /// Decodes a shot from a response, which must be an object. What is absent, `null` or of an unexpected type is `nil`.
  public init(response decoder: any Decoder) throws {
    let json = try JSON.object(from: decoder)
    self.init(
      id: json["id"]?.int, title: json.text("title", upTo: Self.longestLine),
      description: json.text("description", upTo: Self.longestDescription),
      images: ShotImages(
        high: json["images"]?.address("hidpi"), normal: json["images"]?.address("normal"),
        teaser: json["images"]?.address("teaser")),
      views: json["views_count"]?.int, likes: json["likes_count"]?.int, comments: json["comments_count"]?.int,
      author: json["user"].flatMap(ShotAuthor.init))
  }

  /// Returns the shot in a response.
  ///
  /// - Parameters:
  ///   - origin: The origin of the server.
  ///   - date: When the shot was created, as text.
  package func response(at origin: String, date: String) -> JSON {
    let (page, address) = ("\(origin)/shots/\(id ?? 0)", "\(origin)/v1/shots/\(id ?? 0)")
    return [
      "id": JSON(id), "title": JSON(title), "description": JSON(description), "width": 400, "height": 300,
      "images": [
        "hidpi": JSON(images.high?.rawValue), "normal": JSON(images.normal?.rawValue),
        "teaser": JSON(images.teaser?.rawValue),
      ],
      "views_count": JSON(views), "likes_count": JSON(likes), "comments_count": JSON(comments),
      "attachments_count": 0, "rebounds_count": 0, "buckets_count": 0, "created_at": .string(date),
      "updated_at": .string(date), "html_url": .string(page), "attachments_url": .string(address + "/attachments"),
      "buckets_url": .string(address + "/buckets"), "comments_url": .string(address + "/comments"),
      "likes_url": .string(address + "/likes"), "projects_url": .string(address + "/projects"),
      "rebounds_url": .string(address + "/rebounds"), "animated": false, "tags": [],
      "user": author?.response(at: origin, date: date) ?? .null, "team": .null,
    ]
  }
}

extension ShotAuthor {
  /// Creates an author from a JSON value, or returns `nil` if it isn't an object.
  fileprivate init?(_ json: JSON) {
    guard json.object != nil else { return nil }
    self.init(
      id: json["id"]?.int, name: json.text("name", upTo: Shot.longestLine), avatar: json.address("avatar_url"),
      location: json.text("location", upTo: Shot.longestLine))
  }

  fileprivate func response(at origin: String, date: String) -> JSON {
    [
      "id": JSON(id), "name": JSON(name), "username": .string("user-\(id ?? 0)"),
      "html_url": .string("\(origin)/users/\(id ?? 0)"), "avatar_url": JSON(avatar?.rawValue), "bio": "",
      "location": JSON(location), "links": [:], "type": "Player", "pro": false, "created_at": .string(date),
      "updated_at": .string(date),
    ]
  }
}

extension JSON {
  fileprivate func text(_ key: String, upTo length: Int) -> String? {
    self[key]?.string.map { String($0.prefix(length)) }
  }
  fileprivate func address(_ key: String) -> ImageURL? { self[key]?.string.flatMap(ImageURL.init) }
}
