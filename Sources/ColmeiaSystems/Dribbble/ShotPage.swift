import ColmeiaHTTP

extension DribbbleAPI {
  /// A page of shots, and whether there is another one.
  public struct ShotPage: Sendable, Hashable {
    /// The shots, in the server's order; at most as many as were asked for.
    public let shots: [Shot]
    /// The page's number, from 1.
    public let page: Int
    /// The number of the next page; `nil` behind the last one.
    public let next: Int?
  }
}

extension DribbbleAPI.ShotPage {
  /// The page of an answer.
  ///
  /// If the answer has links (RFC 8288), the one to the next page says whether there is one, and only its number is used:
  /// its address is not followed, since it could lead to another server, with the token. Without links, a page that is not
  /// full is the last one. A next page that is not behind this one is none, and neither is one behind an empty page, so
  /// that who goes from page to page always comes to an end.
  init(_ shots: [DribbbleAPI.Shot], page: Int, perPage: Int, headers: HTTPHeaders) {
    let links = WebLink.links(in: headers)
    let follower = page < .max ? page + 1 : nil
    let next = links.isEmpty ? (shots.count >= perPage ? follower : nil) : Self.next(links)
    self.init(
      shots: Array(shots.prefix(max(0, perPage))), page: page,
      next: shots.isEmpty ? nil : next.flatMap { $0 > page ? $0 : nil })
  }

  /// The number that the link to the next page has in its query.
  private static func next(_ links: [WebLink]) -> Int? {
    guard let target = links.first(where: { $0.relations.contains("next") })?.target else { return nil }
    let query = target.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return HTTPQueryItem.parse(query)?.first { $0.name == "page" }.flatMap { Int($0.value) }
  }
}
