import ColmeiaHTTP
import ReferenceEntities

extension Canillita {
  func newItem(
    _ newspaper: String, _ request: HTTPRequest, _ context: RequestContext, _ state: inout CanillitaState
  ) throws(CanillitaProblem) -> HTTPResponse {
    let fields = try CanillitaFields(request)
    guard let newspaper = state.newspapers[id: newspaper] else { throw .notFound }
    try fields.check(quirks)
    let (title, body) = (
      try fields.text("title", upTo: NewsItem.longestTitle), try fields.text("body", upTo: NewsItem.longestBody)
    )
    let wanted = try fields.id(quirks)
    if let wanted, !quirks.contains(.clientIDs), state.news[id: wanted] != nil { throw .duplicate }
    let item = NewsItem(id: wanted ?? newID(context, state), newspaper: newspaper.name, title: title, body: body)
    let record = NewsRecord(item: item, createdAt: try fields.date("created_at", now: context.date, quirks))
    state.store(record)
    var answer = HTTPResponse.asciiJSON(201, record.json)
    answer.headers["location"] = "/newspapers/\(segment(item.newspaper))/news/\(segment(item.id))"
    return answer
  }

  /// Returns a news item, even if its newspaper has been removed.
  func item(_ id: String, of newspaper: String, _ state: CanillitaState) throws(CanillitaProblem) -> HTTPResponse {
    guard let record = state.news[id: id], record.item.newspaper == newspaper else { throw .notFound }
    return .asciiJSON(200, record.json)
  }

  /// Returns an unused identifier. The UUID is derived from the context's salt and the item's number, so that a
  /// repeated context gives different identifiers.
  private func newID(_ context: RequestContext, _ state: CanillitaState) -> String {
    var number = state.stored
    while true {
      let id = UUIDText.versionFour(SHA256.digest(Array("news \(number) ".utf8) + context.salt).bytes)
      if state.news[id: id] == nil { return id }
      number += 1
    }
  }
}
