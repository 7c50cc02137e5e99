import ColmeiaHTTP
import ColmeiaJSON

/// A page of entities, and where it stands among the others.
public struct EntityPage<Entity: Decodable & Sendable>: Sendable {
  /// The entities, and which could not be understood.
  public var list: EntityList<Entity>
  /// Where they stand.
  public var info: PageInfo

  /// The page of an answer.
  ///
  /// - Throws: ``JSONError`` if the body is no array, or the header does not say which page it is.
  public init(_ response: HTTPResponse) throws(JSONError) {
    list = try JSON.decode(EntityList<Entity>.self, from: response.body)
    info = try PageInfo(response.headers)
  }
}

extension EntityPage: Equatable where Entity: Equatable {}

/// Which page of how many entities (`X-Page`, `X-Per-Page`, `X-Total`).
public struct PageInfo: Sendable, Hashable, Codable {
  /// Which page, from 1.
  public var number: Int
  /// How many entities a page has at most.
  public var size: Int
  /// How many entities there are on all pages.
  public var total: Int
}

extension PageInfo {
  /// Whether there are further pages.
  public var hasMore: Bool {
    let (end, isTooMuch) = size.multipliedReportingOverflow(by: number)
    return !isTooMuch && end < total
  }

  /// What a header says; the case of its names does not matter.
  ///
  /// - Throws: ``JSONError`` that names the field which is missing or no number.
  public init(_ headers: HTTPHeaders) throws(JSONError) {
    func number(_ name: String) throws(JSONError) -> Int {
      guard let text = headers[name] else { throw JSONError(.missingKey(name)) }
      guard let number = Int(text), number >= 0 else {
        throw JSONError(.mismatch(expected: "a number in the header field \(name)", found: "another text"))
      }
      return number
    }
    self.init(number: try number("X-Page"), size: try number("X-Per-Page"), total: try number("X-Total"))
  }
}
