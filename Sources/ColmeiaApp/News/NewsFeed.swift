import Colmeia
import ColmeiaEvents
import ColmeiaHTTP
import ColmeiaRealtime
import ColmeiaSync
import ColmeiaSystems
import ColmeiaTransport

/// The server's stream of news for the subscribed newspapers.
struct NewsFeed: Sendable {
  let transport: any StreamTransport
  let base: BaseURL
  let timing: EventSourceTiming
  let clock: any Clock<Duration>
  let random: @Sendable () -> Double

  /// Receives the items of these newspapers that follow the given item, until the task is cancelled or the server
  /// refuses the stream.
  ///
  /// A server that no longer has the given item responds with an error, and is then asked for all items.
  func follow(_ newspapers: [String], after id: String?, _ send: Send<NewsStream.Event>) async {
    let time = StoreClock(clock)
    let names = Set(newspapers)
    let place = ResumePlace(id)
    let source = EventSource(
      transport, timing: timing, lastEventID: id ?? "", refusal: .forgetsRefusedID, clock: clock, random: random,
      resume: { _ in place.id ?? "" },
      request: { CanillitaAPI.stream(at: base) })
    do throws(EventSourceError) {
      try await source.run { update in
        switch update {
        case .open:
          place.open(now: time.now())
          send(.opened)
        case .error(.refused, reconnectsAfter: .some):
          // The server doesn't have the item. Request all items instead.
          place.forget()
          send(.interrupted)
        case .error(_, reconnectsAfter: .some):
          place.close(now: time.now())
          send(.interrupted)
        case .error(_, reconnectsAfter: nil): break
        case .event(let event):
          let resume = place.receive(event.lastEventID, now: time.now())
          guard let item = CanillitaAPI.NewsItem(id: event.lastEventID, event: event.type, data: event.data) else {
            // What concerns other readers is none of this one's problems.
            return names.contains(event.type) || event.type == "message" ? send(.corrupted) : ()
          }
          if names.contains(item.newspaper) { send(.item(NewsItem(item), resume: resume)) }
        }
      }
    } catch {
      if let refusal = NewsStream.Refusal(error) { send(.refused(refusal)) }
    }
  }
}

/// A resume point that the event source and its callback share. Both run in one task.
private final class ResumePlace: Sendable {
  private let point: Guarded<ResumePoint>

  init(_ id: String?) { point = Guarded(ResumePoint(id)) }

  func open(now: Duration) { point.withLock { $0.open(now: now) } }
  func close(now: Duration) { point.withLock { $0.close(now: now) } }
  func forget() { point.withLock { $0 = ResumePoint(nil) } }
  var id: String? { point.withLock { $0.id } }

  /// Records an item that has arrived, and returns the ID of the item after which the stream can be resumed.
  func receive(_ id: String, now: Duration) -> String? {
    point.withLock { point in
      if !id.isEmpty { point.receive(id, now: now) }
      return point.id
    }
  }
}

extension NewsStream.Refusal {
  /// Creates the reason why a stream has ended for good, or returns `nil` if it was cancelled.
  init?(_ error: EventSourceError) {
    switch error {
    case .cancelled: return nil
    case .refused(let status): self = .status(status)
    case .wrongType: self = .notEvents
    case .tooLong: self = .tooLarge
    case .ended, .silent, .noRequest, .transport: self = .unavailable
    }
  }
}
