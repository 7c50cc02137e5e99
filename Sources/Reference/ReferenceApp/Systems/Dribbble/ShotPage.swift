import ColmeiaHTTP

extension DribbbleAPI {
  /// A page of shots, with the number of the next page.
  public struct ShotPage: Sendable, Equatable {
    /// The shots, in the server's order; at most as many as were requested.
    public let shots: [Shot]
    /// The number of the page, starting at 1.
    public let page: Int
    /// The number of the next page, or `nil` if this is the last one.
    public let next: Int?
  }
}

extension DribbbleAPI.ShotPage {
  /// Creates a page from a response.
  ///
  /// If the response has links (RFC 8288), the link to the next page determines whether there is one. Only its page
  /// number is used. Its URL is not followed, because it could send the token to another server. Without links, a page
  /// that isn't full is the last one. A next page is ignored if its number isn't higher than this page's, or if this
  /// page is empty, so that iterating over the pages always terminates.
  init(_ shots: [Shot], page: Int, perPage: Int, headers: HTTPHeaders) {
    let links = WebLink.links(in: headers)
    let follower = page < .max ? page + 1 : nil
    let next = links.isEmpty ? (shots.count >= perPage ? follower : nil) : Self.next(links)
    self.init(
      shots: Array(shots.prefix(max(0, perPage))), page: page,
      next: shots.isEmpty ? nil : next.flatMap { $0 > page ? $0 : nil })
  }

  /// Returns the page number in the query of the link to the next page.
  private static func next(_ links: [WebLink]) -> Int? {
    guard let target = links.first(where: { $0.relations.contains("next") })?.target else { return nil }
    let query = target.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return HTTPQueryItem.parse(query)?.first { $0.name == "page" }.flatMap { Int($0.value) }
  }
}
