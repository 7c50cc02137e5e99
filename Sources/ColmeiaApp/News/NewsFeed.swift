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
    // The event source and its callback share it. Both run in one task.
    let place = Guarded(ResumePoint(id))
    let source = EventSource(
      transport, timing: timing, lastEventID: id ?? "", refusal: .forgetsRefusedID, clock: clock, random: random,
      resume: { _ in place.withLock { $0.id } ?? "" },
      request: { CanillitaAPI.stream(at: base) })
    do throws(EventSourceError) {
      try await source.run { update in
        switch update {
        case .open:
          place.withLock { $0.open(now: time.now()) }
          send(.opened)
        case .error(.refused, reconnectsAfter: .some):
          // The server doesn't have the item. Request all items instead.
          place.withLock { $0 = ResumePoint(nil) }
          send(.interrupted)
        case .error(_, reconnectsAfter: .some):
          place.withLock { $0.close(now: time.now()) }
          send(.interrupted)
        case .error(_, reconnectsAfter: nil): break
        case .event(let event):
          let resume = place.withLock { place in
            if !event.lastEventID.isEmpty { place.receive(event.lastEventID, now: time.now()) }
            return place.id
          }
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
