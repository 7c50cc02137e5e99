import Colmeia
import ColmeiaClient

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
  /// After a lost connection, the event source goes on after its last event, as the standard requires. Each event
  /// reports its ID, so the state knows the last one too, and is the one that outlives this task.
  ///
  /// A server that no longer has the given item responds with an error, and is then asked for all items.
  func follow(_ newspapers: [String], after id: String?, _ send: Send<NewsStream.Event>) async {
    let names = Set(newspapers)
    let source = EventSource(
      transport, timing: timing, lastEventID: id ?? "", refusal: .forgetsRefusedID, clock: clock, random: random
    ) {
      CanillitaAPI.stream(at: base)
    }
    do throws(EventSourceError) {
      try await source.run { update in
        switch update {
        case .open(_, let id): send(.opened(after: id.isEmpty ? nil : id))
        case .error(_, reconnectsAfter: .some): send(.interrupted)
        case .error(_, reconnectsAfter: nil): break
        case .event(let event): send(NewsStream.Event(event, of: names))
        }
      }
    } catch {
      if let refusal = NewsStream.Refusal(error) { send(.refused(refusal)) }
    }
  }
}

extension NewsStream.Event {
  /// Creates the event for one of the server's, for a reader of these newspapers.
  init(_ event: ServerSentEvent, of names: Set<String>) {
    let (id, type) = (event.lastEventID, event.type)
    if let item = NewsItem(id: id, event: type, data: event.data), names.contains(item.newspaper) {
      self = .item(item)
    } else {
      // What concerns other readers is none of this one's problems.
      self = names.contains(type) || type == "message" ? .corrupted(id: id) : .skipped(id: id)
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
