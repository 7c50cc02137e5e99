import Colmeia
import ColmeiaHTTP

/// The stream of all news: what a client has missed, and then what comes, without a gap and without anything twice.
struct NewsStream: Sendable {
  typealias Effects = Backend.Effects

  /// How long a client is asked to wait until it comes back, in milliseconds.
  static let retry = 3_000
  /// At every so many beats of three seconds there is a comment.
  static let beatsPerComment = 5
  /// In bytes: what is sent again goes out in pieces of whole events, of at least so many.
  static let piece = 16_384

  var quirks: CanillitaQuirks
  private var canillita: Canillita { Canillita(quirks: quirks) }

  /// What an endless answer begins with.
  static func head(_ quirks: CanillitaQuirks) -> HTTPResponse {
    let headers: HTTPHeaders = [
      "content-type": "text/event-stream", "cache-control": "no-cache", "transfer-encoding": "chunked",
    ]
    return Canillita(quirks: quirks).named(HTTPResponse(200, headers: headers))
  }

  /// Lets a client listen. What it takes is not asked: a client of the original says JSON.
  func open(_ id: ExchangeID, _ request: HTTPRequest, _ state: inout CanillitaState) -> Effects {
    do throws(CanillitaProblem) {
      guard state.stand.listeners.count < CanillitaLimits.listeners else { throw .crowded }
      let missed = try missed(since: request.headers["Last-Event-ID"], state)
      state.stand.enter(id)
      var effects = Effects.run(.upgrade(id, Self.head(quirks)))
      if !quirks.contains(.noHeartbeat) { effects += .run(.transmit(id, NewsEvent.retry(milliseconds: Self.retry))) }
      var piece = ""
      for item in missed {
        piece += text(item)
        if piece.utf8.count >= Self.piece {
          effects += .run(.transmit(id, piece))
          piece = ""
        }
      }
      return piece.isEmpty ? effects : effects + .run(.transmit(id, piece))
    } catch {
      return .run(.respond(id, canillita.refusal(error)))
    }
  }

  /// What a client has not seen that has seen this event.
  private func missed(since last: String?, _ state: CanillitaState) throws(CanillitaProblem) -> [NewsItem] {
    var missed = Array(state.news)
    if let last, !last.isEmpty || quirks.contains(.unknownIDCrashes) {
      if let place = state.news.position(of: last) {
        let date = missed[place].createdAt
        missed =
          quirks.contains(.oneSecondReplay) ? missed.filter { $0.createdAt > date } : Array(missed[(place + 1)...])
      } else if quirks.contains(.unknownIDCrashes) {
        throw .crash
      }
    }
    return quirks.contains(.unorderedReplay) ? Self.disordered(missed) : missed
  }

  /// The items in an order that has nothing to do with what they are, and is the same each time.
  private static func disordered(_ items: [NewsItem]) -> [NewsItem] {
    // FNV-1a.
    let hashes = items.map { $0.id.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
    return items.indices.sorted { (hashes[$0], $0) < (hashes[$1], $1) }.map { items[$0] }
  }

  /// Tells everybody what was stored.
  func tell(since stored: Int, _ state: CanillitaState) -> Effects {
    guard state.stored > stored, let item = state.news.last else { return .none }
    return say(text(item), state)
  }

  /// Now and then, lets everybody hear that the server is there.
  func beat(_ state: inout CanillitaState) -> Effects {
    state.stand.beats = (state.stand.beats + 1) % Self.beatsPerComment
    return state.stand.beats == 0 && !quirks.contains(.noHeartbeat) ? say(NewsEvent.comment, state) : .none
  }

  /// Ends every stream; who listened will come back.
  func sendAway(_ state: inout CanillitaState) -> Effects {
    let listeners = state.stand.listeners
    state.stand = NewsListeners()
    return listeners.reduce(into: .none) { $0 += .run(.hangUp($1)) }
  }

  private func say(_ text: String, _ state: CanillitaState) -> Effects {
    state.stand.listeners.reduce(into: .none) { $0 += .run(.transmit($1, text)) }
  }

  private func text(_ item: NewsItem) -> String {
    NewsEvent.text(item, lineFeedsOnly: quirks.contains(.lineFeedsOnly))
  }
}
