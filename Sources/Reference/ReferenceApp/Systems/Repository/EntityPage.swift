import ColmeiaHTTP
import ColmeiaJSON

/// A page of entities, and its position among all pages.
public struct EntityPage<Entity: ServerEntity>: Sendable {
  /// The entities of the page, and the failures for those that couldn't be decoded.
  public var list: EntityList<Entity>
  /// The position of the page among all pages.
  public var info: PageInfo

  /// Creates a page from a response.
  ///
  /// - Throws: `JSONError` if the body isn't an array, or the header fields don't describe the page.
  public init(_ response: HTTPResponse) throws(JSONError) {
    list = try JSON.decode(EntityList<Entity>.self, from: response.body)
    info = try PageInfo(response.headers)
  }
}

extension EntityPage: Equatable where Entity: Equatable {}

/// The position of a page among all pages (`X-Page`, `X-Per-Page`, `X-Total`).
public struct PageInfo: Sendable, Hashable, Codable {
  /// The number of the page, starting at 1.
  public var number: Int
  /// The maximum number of entities per page.
  public var size: Int
  /// The total number of entities on all pages.
  public var total: Int
}

extension PageInfo {
  /// Whether there are further pages.
  public var hasMore: Bool {
    let (end, isTooMuch) = size.multipliedReportingOverflow(by: number)
    return !isTooMuch && end < total
  }

  /// Creates the position from header fields. Their names are case-insensitive.
  ///
  /// - Throws: `JSONError` with the name of the field that is missing or isn't a number.
  public init(_ headers: HTTPHeaders) throws(JSONError) {
    func number(_ name: String) throws(JSONError) -> Int {
      guard let text = headers[name] else { throw JSONError(.missingKey(name)) }
      guard let number = Int(text), number >= 0 else {
        throw JSONError(.mismatch(expected: "a number in the header field \(name)", found: "other text"))
      }
      return number
    }
    self.init(number: try number("X-Page"), size: try number("X-Per-Page"), total: try number("X-Total"))
  }
}
