import ColmeiaHTTP
import ColmeiaJSON
import ReferenceEntities

extension Canillita {
  /// Returns all newspapers, or those that match the query's fields; one page of them if the query asks for it.
  func newspapers(_ request: HTTPRequest, _ state: CanillitaState) throws(CanillitaProblem) -> HTTPResponse {
    guard let items = request.queryItems else { throw .invalid("query") }
    let fields = ["name", "description", "created_at", "updated_at"]
    let known = items.filter { fields.contains($0.name) }
    let conditions = quirks.contains(.unknownFilters) && !known.isEmpty ? items : known
    let found = state.newspapers.map(\.json).filter { newspaper in
      conditions.allSatisfy { newspaper[$0.name]?.string == $0.value }
    }
    guard !quirks.contains(.noPages), let page = try CanillitaPage(items) else { return .asciiJSON(200, .array(found)) }
    return page.answer(found)
  }

  func newNewspaper(
    _ request: HTTPRequest, _ context: RequestContext, _ state: inout CanillitaState
  ) throws(CanillitaProblem) -> HTTPResponse {
    let fields = try CanillitaFields(request)
    try fields.check(quirks)
    let newspaper = try newspaper(called: try fields.newspaperName(), fields, context)
    guard state.newspapers[id: newspaper.name] == nil else { throw .duplicate }
    try store(newspaper, &state)
    var answer = HTTPResponse.asciiJSON(201, newspaper.json)
    answer.headers["location"] = "/newspapers/\(segment(newspaper.name))"
    return answer
  }

  func newspaper(_ name: String, _ state: CanillitaState) throws(CanillitaProblem) -> HTTPResponse {
    guard let newspaper = state.newspapers[id: name] else { throw .notFound }
    return .asciiJSON(200, newspaper.json)
  }

  func putNewspaper(
    _ name: String, _ request: HTTPRequest, _ context: RequestContext, _ state: inout CanillitaState
  ) throws(CanillitaProblem) -> HTTPResponse {
    let fields = try CanillitaFields(request)
    try fields.check(quirks)
    if var newspaper = state.newspapers[id: name] {
      newspaper.description = try fields.text("description", upTo: Newspaper.longestAbout)
      newspaper.updatedAt = context.date
      try store(newspaper, &state)
      return .asciiJSON(200, newspaper.json)
    }
    let name = quirks.contains(.putNamesFromBody) ? try fields.newspaperName() : name
    guard CanillitaText.isNewName(name) else { throw .invalid("name") }
    let newspaper = try newspaper(called: name, fields, context)
    try store(newspaper, &state)
    return .asciiJSON(201, newspaper.json)
  }

  func removeNewspaper(_ name: String, _ state: inout CanillitaState) throws(CanillitaProblem) -> HTTPResponse {
    guard state.remove(newspaper: name) else { throw .notFound }
    return HTTPResponse(204)
  }

  private func newspaper(
    called name: String, _ fields: CanillitaFields, _ context: RequestContext
  ) throws(CanillitaProblem) -> NewspaperRecord {
    NewspaperRecord(
      name: name, description: try fields.text("description", upTo: Newspaper.longestAbout),
      createdAt: try fields.date("created_at", now: context.date, quirks),
      updatedAt: try fields.date("updated_at", now: context.date, quirks))
  }

  private func store(_ newspaper: NewspaperRecord, _ state: inout CanillitaState) throws(CanillitaProblem) {
    let isNew = state.newspapers[id: newspaper.name] == nil
    guard !isNew || state.newspapers.count < CanillitaLimits.newspapers else { throw .full }
    state.upsert(newspaper)
  }
}
