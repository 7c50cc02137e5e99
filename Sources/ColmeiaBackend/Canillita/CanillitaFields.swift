import ColmeiaHTTP
import ColmeiaJSON

/// The fields of a call's body, checked as they are read. One that is `null` counts as missing.
struct CanillitaFields {
  private let body: JSON

  /// Reads the body, which has to say that it is JSON.
  init(_ request: HTTPRequest) throws(CanillitaProblem) {
    guard let type = request.headers["Content-Type"].flatMap(MediaType.init), type.essence == "application/json",
      type.parameters.isEmpty || type.parameters == ["charset": "utf-8"]
    else { throw .otherType }
    do { body = try JSON(parsing: request.body) } catch { throw .malformed }
  }

  /// Throws when the body is no object.
  func check(_ quirks: CanillitaQuirks) throws(CanillitaProblem) {
    guard body.object != nil else { throw quirks.contains(.nonObjectCrashes) ? .crash : .malformed }
  }

  /// A text that must be there.
  ///
  /// - Parameter limit: the most bytes it may have.
  func text(_ name: String, upTo limit: Int) throws(CanillitaProblem) -> String {
    switch body[name] {
    case nil, .null: throw .missing(name)
    case .string(let text) where text.utf8.count <= limit: return text
    default: throw .invalid(name)
    }
  }

  /// What a newspaper may be called.
  func newspaperName() throws(CanillitaProblem) -> String {
    let name = try text("name", upTo: CanillitaLimits.name)
    guard CanillitaText.isName(name) else { throw .invalid("name") }
    return name
  }

  /// The id that the client wants; `nil` for none.
  func id(_ quirks: CanillitaQuirks) throws(CanillitaProblem) -> String? {
    let id = body["id"]
    guard quirks.contains(.clientIDs) else { return id?.string.flatMap { UUIDText.accepts($0) ? $0 : nil } }
    switch id {
    case nil, .null: return nil
    case .string(let text) where CanillitaText.isID(text): return text
    default: throw .invalid("id")
    }
  }

  /// When the record was made or changed: as the client says, where it is asked, else now.
  func date(_ name: String, now: Int, _ quirks: CanillitaQuirks) throws(CanillitaProblem) -> Int {
    guard quirks.contains(.clientIDs), let value = body[name] else { return now }
    guard let date = value.string.flatMap(ISODate.seconds) else { throw .crash }
    return date
  }
}
