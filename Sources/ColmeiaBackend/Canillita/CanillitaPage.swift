import ColmeiaHTTP
import ColmeiaJSON

/// Which part of a list is asked for, as Jayme asks (`page` and `per_page`), and which part an answer is.
struct CanillitaPage: Sendable, Equatable {
  static let usualSize = 20
  static let mostSize = 100
  /// More pages than this nobody has; a larger number is refused.
  static let last = 1_000_000

  private let number: Int
  private let size: Int

  /// What the items say; `nil` where they ask for no page.
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

  /// This part of `all`, with where it stands. A page behind the last one is empty.
  func answer(_ all: [JSON]) -> HTTPResponse {
    var answer = HTTPResponse.asciiJSON(200, .array(Array(all.dropFirst((number - 1) * size).prefix(size))))
    answer.headers["x-page"] = "\(number)"
    answer.headers["x-per-page"] = "\(size)"
    answer.headers["x-total"] = "\(all.count)"
    return answer
  }
}
