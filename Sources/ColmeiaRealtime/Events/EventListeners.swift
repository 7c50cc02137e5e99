import ColmeiaEvents
import ColmeiaHTTP

/// Who hears what of a client of events, as a browser's `EventSource` has it: by type, several for one, in the order in
/// which they were added.
///
/// ```swift
/// var listeners = EventListeners()
/// listeners.on("husky") { event in send(.news(event)) }
/// try await source.run(listeners)
/// ```
public struct EventListeners: Sendable {
  private var all: [@Sendable (EventSourceUpdate) async -> Void] = []

  /// Creates a list without listeners.
  public init() {}

  /// Hears the events of a type; those without one are of type `message`.
  public mutating func on(_ type: String, _ hear: @escaping @Sendable (ServerSentEvent) async -> Void) {
    all.append { update in
      // Types are compared byte for byte.
      if case .event(let event) = update, event.type.utf8.elementsEqual(type.utf8) { await hear(event) }
    }
  }

  /// Hears all events.
  public mutating func onEvent(_ hear: @escaping @Sendable (ServerSentEvent) async -> Void) {
    all.append { update in if case .event(let event) = update { await hear(event) } }
  }

  /// Hears when the connection is open.
  public mutating func onOpen(_ hear: @escaping @Sendable (HTTPResponse) async -> Void) {
    all.append { update in if case .open(let head) = update { await hear(head) } }
  }

  /// Hears when the connection is lost, and after what time the client comes back; `nil` for never.
  public mutating func onError(_ hear: @escaping @Sendable (EventSourceError, Duration?) async -> Void) {
    all.append { update in if case .error(let error, let time) = update { await hear(error, time) } }
  }

  func hear(_ update: EventSourceUpdate) async {
    for hear in all {
      if Task.isCancelled { return }
      await hear(update)
    }
  }
}

extension EventSource {
  /// Connects, and tells the listeners what happens, as ``run(_:)`` does.
  nonisolated(nonsending) public func run(_ listeners: EventListeners) async throws(EventSourceError) {
    try await run { update in await listeners.hear(update) }
  }
}
