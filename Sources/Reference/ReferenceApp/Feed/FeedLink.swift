import ColmeiaHTTP

/// A link into the feed (D27), such as `/feed?category=pug&id=n02110958_15626`. It names a breed and optionally one
/// image.
public struct FeedLink: Sendable, Hashable, Codable {
  /// The breed, which is husky if the link has no category.
  public var breed = Breed.husky
  /// The image to show alone, if any.
  public var image: ImageReference?

  /// Parses a link with the path `/feed` and the optional query items `category` and `id`, in any order. Other query
  /// items and a fragment are ignored. `+` is not decoded as a space.
  ///
  /// - Parameter text: The link, from its path on.
  /// - Throws: ``FeedLinkFailure`` if the text isn't a link into the feed.
  /// - Complexity: O(length).
  public static func parse(_ text: String) throws(FeedLinkFailure) -> FeedLink {
    let target = text.utf8.prefix { $0 != UInt8(ascii: "#") }
    let path = target.prefix { $0 != UInt8(ascii: "?") }
    guard path.elementsEqual("/feed".utf8) || path.elementsEqual("/feed/".utf8) else {
      throw .notTheFeed(String(Substring(path)))
    }
    var values: [String: String] = [:]
    for pair in target[path.endIndex...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let rawName = pair.prefix { $0 != UInt8(ascii: "=") }
      let name = try decode(rawName)
      guard name == "category" || name == "id" else { continue }
      let value = try decode(pair[rawName.endIndex...].dropFirst())
      guard values.updateValue(value, forKey: name) == nil else { throw .repeated(name) }
    }
    var link = FeedLink()
    if let category = values["category"] {
      guard let breed = Breed(rawValue: category) else { throw .unknownBreed(category) }
      link.breed = breed
    }
    if let id = values["id"] {
      guard let image = ImageReference(rawValue: id) else { throw .emptyID }
      link.image = image
    }
    return link
  }

  private static func decode(_ part: Substring.UTF8View) throws(FeedLinkFailure) -> String {
    guard let text = PercentEncoding.decode(Substring(part)) else { throw .badEncoding(String(Substring(part))) }
    return text
  }

  /// The text of the link, which ``parse(_:)`` can parse.
  public var text: String {
    let start = "/feed?category=\(breed.rawValue)"
    guard let image else { return start }
    return start + "&id=" + PercentEncoding.encode(image.rawValue)
  }
}

/// Why a text isn't a link into the feed.
public enum FeedLinkFailure: Error, Sendable, Hashable, Codable {
  /// The path isn't `/feed`; the payload is the path.
  case notTheFeed(String)
  /// The category doesn't exist.
  case unknownBreed(String)
  /// The query item with this name occurs more than once.
  case repeated(String)
  /// The `id` is empty.
  case emptyID
  /// This part of the query has an incomplete percent-encoded triplet, or isn't valid UTF-8 after decoding.
  case badEncoding(String)

  enum CodingKeys: String, CodingKey, CaseIterable { case notTheFeed, unknownBreed, repeated, emptyID, badEncoding }
}
