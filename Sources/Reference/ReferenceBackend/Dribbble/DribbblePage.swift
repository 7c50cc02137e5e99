import ColmeiaHTTP
import ColmeiaJSON

/// The requested page and sort order of the list. Unknown parameters are ignored.
struct DribbblePage: Sendable, Equatable {
  /// The name of the query item that can contain the token.
  static let tokenParameter = "access_token"
  static let usualPerPage = 12
  static let mostPerPage = 100
  /// The largest accepted page number.
  static let lastPage = 1_000_000

  enum Sort: String, CaseIterable { case popularity, comments, recent, views }

  var page = 1
  var perPage = usualPerPage
  var sort = Sort.popularity

  /// Parses the query. If a name occurs twice, the first item counts.
  init(_ parameters: [HTTPQueryItem]) throws(DribbbleProblem) {
    func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
    page = try Self.number(value("page"), "page", 1...Self.lastPage) ?? page
    perPage = try Self.number(value("per_page"), "per_page", 1...Self.mostPerPage) ?? perPage
    if let name = value("sort") {
      guard let sort = Sort(rawValue: name) else {
        let names = Sort.allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalid(parameter: "sort", reason: "must be one of \(names)")
      }
      self.sort = sort
    }
  }

  private static func number(
    _ text: String?, _ name: String, _ range: ClosedRange<Int>
  ) throws(DribbbleProblem) -> Int? {
    guard let text else { return nil }
    guard let number = URLText.number(text), range.contains(number) else {
      throw .invalid(
        parameter: name, reason: "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns the response with this page of the shots and links to the adjacent pages (RFC 8288). A page beyond the
  /// last one is empty.
  ///
  /// - Complexity: O(shots · log shots).
  func answer(_ shots: [DribbbleShot], at origin: String) -> HTTPResponse {
    let start = (page - 1) * perPage
    let part = sorted(shots).dropFirst(start).prefix(perPage)
    var answer = HTTPResponse.json(200, .array(part.map { $0.json(at: origin) }))
    var links: [String] = []
    if start + perPage < shots.count { links.append(link(to: page + 1, "next", origin)) }
    if page > 1 { links.append(link(to: page - 1, "prev", origin)) }
    if !links.isEmpty { answer.headers["Link"] = links.joined(separator: ", ") }
    return answer
  }

  /// Returns a link to a page. It never contains a token.
  private func link(to page: Int, _ relation: String, _ origin: String) -> String {
    let order = sort == .popularity ? "" : "&sort=\(sort)"
    return "<\(origin)/v1/shots?page=\(page)&per_page=\(perPage)\(order)>; rel=\"\(relation)\""
  }

  /// Returns the shots in the requested order. Ties keep their order of popularity.
  private func sorted(_ shots: [DribbbleShot]) -> [DribbbleShot] {
    func by(_ key: KeyPath<DribbbleShot, Int>) -> [DribbbleShot] {
      shots.enumerated().sorted { left, right in
        let (first, second) = (left.element[keyPath: key], right.element[keyPath: key])
        return first == second ? left.offset < right.offset : first > second
      }.map(\.element)
    }
    return switch sort {
    case .popularity: shots
    case .comments: by(\.comments)
    case .recent: by(\.createdAt)
    case .views: by(\.views)
    }
  }
}
