import Colmeia
import ColmeiaHTTP
import ColmeiaJSON

/// The stream of all news items: first those that a client has missed, then new ones, without gaps or duplicates.
struct NewsStream: Sendable {
  typealias Effects = Backend.Effects

  /// The reconnection time for clients, in milliseconds.
  static let retry = 3_000
  /// The number of heartbeats, which are three seconds apart, between two comments.
  static let beatsPerComment = 5
  /// The minimum number of bytes in a piece of the replay. Pieces consist of whole events.
  static let piece = 16_384

  var quirks: CanillitaQuirks
  private var canillita: Canillita { Canillita(quirks: quirks) }

  /// Adds a listener. The `Accept` field is ignored because clients of the original ask for JSON.
  func open(_ id: ExchangeID, _ request: HTTPRequest, _ state: inout CanillitaState) -> Effects {
    do throws(CanillitaProblem) {
      guard state.listeners.listeners.count < CanillitaLimits.listeners else { throw .crowded }
      let missed = try missed(since: request.headers["Last-Event-ID"], state)
      state.listeners.enter(id)
      var effects = Effects.run(.upgrade(id, canillita.streamHead))
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

  /// Returns the items that a client has missed since its last event.
  private func missed(since last: String?, _ state: CanillitaState) throws(CanillitaProblem) -> [NewsRecord] {
    var missed = Array(state.news)
    if let last, !last.isEmpty || quirks.contains(.unknownIDCrashes) {
      if let index = state.news.position(of: last) {
        let date = missed[index].createdAt
        missed =
          quirks.contains(.oneSecondReplay) ? missed.filter { $0.createdAt > date } : Array(missed[(index + 1)...])
      } else if quirks.contains(.unknownIDCrashes) {
        throw .crash
      }
    }
    return quirks.contains(.unorderedReplay) ? Self.disordered(missed) : missed
  }

  /// Returns the items in an arbitrary order, which is the same each time.
  private static func disordered(_ items: [NewsRecord]) -> [NewsRecord] {
    let hashes = items.map { FNV1a.hash($0.id.utf8) }
    return items.indices.sorted { (hashes[$0], $0) < (hashes[$1], $1) }.map { items[$0] }
  }

  /// Sends the newest item to all listeners if one was stored.
  func publish(since stored: Int, _ state: CanillitaState) -> Effects {
    guard state.stored > stored, let item = state.news.last else { return .none }
    return broadcast(text(item), state)
  }

  /// Sends a comment to all listeners at every fifth heartbeat.
  func beat(_ state: inout CanillitaState) -> Effects {
    state.listeners.beats = (state.listeners.beats + 1) % Self.beatsPerComment
    return state.listeners.beats == 0 && !quirks.contains(.noHeartbeat) ? broadcast(NewsEvent.comment, state) : .none
  }

  /// Ends every stream. The clients will reconnect.
  func sendAway(_ state: inout CanillitaState) -> Effects {
    let listeners = state.listeners.listeners
    state.listeners = NewsListeners()
    return listeners.reduce(into: .none) { $0 += .run(.hangUp($1)) }
  }

  private func broadcast(_ text: String, _ state: CanillitaState) -> Effects {
    state.listeners.listeners.reduce(into: .none) { $0 += .run(.transmit($1, text)) }
  }

  private func text(_ record: NewsRecord) -> String {
    NewsEvent.text(record.item, lineFeedsOnly: quirks.contains(.lineFeedsOnly))
  }
}
