import ColmeiaHTTP
import ColmeiaJSON
import ReferenceEntities

/// The fields of a request body, validated as they are read. A `null` field counts as missing.
struct CanillitaFields {
  private let body: JSON

  /// Parses the body, whose content type must be JSON.
  init(_ request: HTTPRequest) throws(CanillitaProblem) {
    guard let type = request.headers["Content-Type"].flatMap(MediaType.init), type.essence == "application/json",
      type.parameters.isEmpty || type.parameters == ["charset": "utf-8"]
    else { throw .otherType }
    do { body = try JSON(parsing: request.body) } catch { throw .malformed }
  }

  /// Throws if the body isn't an object.
  func check(_ quirks: CanillitaQuirks) throws(CanillitaProblem) {
    guard body.object != nil else { throw quirks.contains(.nonObjectCrashes) ? .crash : .malformed }
  }

  /// Returns a required text field.
  ///
  /// - Parameter limit: The maximum length in bytes.
  func text(_ name: String, upTo limit: Int) throws(CanillitaProblem) -> String {
    switch body[name] {
    case nil, .null: throw .missing(name)
    case .string(let text) where text.utf8.count <= limit: return text
    default: throw .invalid(name)
    }
  }

  /// Returns the field `name` if it is a valid name of a newspaper.
  func newspaperName() throws(CanillitaProblem) -> String {
    let name = try text("name", upTo: Newspaper.longestName)
    guard CanillitaText.isNewName(name) else { throw .invalid("name") }
    return name
  }

  /// Returns the identifier that the client requests, or `nil` if there is none.
  func id(_ quirks: CanillitaQuirks) throws(CanillitaProblem) -> String? {
    let id = body["id"]
    guard quirks.contains(.clientIDs) else { return id?.string.flatMap { UUIDText.accepts($0) ? $0 : nil } }
    switch id {
    case nil, .null: return nil
    case .string(let text) where CanillitaText.isID(text): return text
    default: throw .invalid("id")
    }
  }

  /// Returns the date of creation or change: the client's if the quirk is enabled, otherwise the current one.
  func date(_ name: String, now: Int, _ quirks: CanillitaQuirks) throws(CanillitaProblem) -> Int {
    guard quirks.contains(.clientIDs), let value = body[name] else { return now }
    guard let date = value.string.flatMap(UTCTime.seconds) else { throw .crash }
    return date
  }
}
