import ColmeiaHTTP

/// A link into the feed, `/feed?category=pug&id=n02110958_15626` (D27): a breed, and perhaps one image.
public struct FeedLink: Sendable, Hashable, Codable {
  /// The breed; husky when the link names none.
  public var breed = Breed.husky
  /// The image that is to be shown alone.
  public var image: ImageReference?

  /// Reads a link: the path `/feed` and a query of which `category` and `id` count, in any order; what else
  /// it holds, and a fragment, is left aside. `+` is itself, not a space.
  ///
  /// - Throws: ``FeedLinkFailure`` for what is not a link into the feed.
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

  /// The link as text, which ``parse(_:)`` reads back.
  public var text: String {
    let start = "/feed?category=\(breed.rawValue)"
    guard let image else { return start }
    return start + "&id=" + PercentEncoding.encode(image.rawValue)
  }
}

/// Why a text is not a link into the feed.
public enum FeedLinkFailure: Error, Sendable, Hashable, Codable {
  /// The path is another one than `/feed`.
  case notTheFeed(String)
  /// There is no such category.
  case unknownBreed(String)
  /// The parameter of this name is there more than once.
  case repeated(String)
  /// An `id` without a value.
  case emptyID
  /// This part of the query has an incomplete `%` triplet, or decodes to something else than UTF-8.
  case badEncoding(String)

  enum CodingKeys: String, CodingKey, CaseIterable { case notTheFeed, unknownBreed, repeated, emptyID, badEncoding }
}
