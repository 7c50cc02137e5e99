import ColmeiaHTTP
import ColmeiaJSON

/// A page of a list, requested as Jayme does (`page` and `per_page`).
struct CanillitaPage: Sendable, Equatable {
  static let usualSize = 20
  static let mostSize = 100
  /// The largest accepted page number.
  static let last = 1_000_000

  private let number: Int
  private let size: Int

  /// Parses the query. Returns `nil` if it doesn't ask for a page.
  init?(_ items: [HTTPQueryItem]) throws(CanillitaProblem) {
    guard let number = try Self.number("page", of: items, upTo: Self.last) else { return nil }
    self.number = number
    size = try Self.number("per_page", of: items, upTo: Self.mostSize) ?? Self.usualSize
  }

  private static func number(
    _ name: String, of items: [HTTPQueryItem], upTo limit: Int
  ) throws(CanillitaProblem) -> Int? {
    guard let text = items.first(where: { $0.name == name })?.value else { return nil }
    guard let number = URLText.number(text), (1...limit).contains(number) else { throw .invalid(name) }
    return number
  }

  /// Returns this page of `all`, with its position in the header fields. A page beyond the last one is empty.
  func answer(_ all: [JSON]) -> HTTPResponse {
    var answer = HTTPResponse.asciiJSON(200, .array(Array(all.dropFirst((number - 1) * size).prefix(size))))
    answer.headers["x-page"] = "\(number)"
    answer.headers["x-per-page"] = "\(size)"
    answer.headers["x-total"] = "\(all.count)"
    return answer
  }
}
