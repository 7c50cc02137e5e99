import Colmeia
import ColmeiaClient

/// Performs the effects of the chat: the room over the cable, the history over the API.
struct ChatHandler: EffectHandler {
  let api: APIClient
  let cable: CableClient?
  let makeSession: @Sendable () -> String

  func work(for effect: Chat.Effect) -> Work<Chat.Action> {
    switch effect {
    case .room(let event): .async { send in await follow(event, send) }
    case .history(let event, let after):
      .answer {
        // For the first load, the most recent messages are enough. After a lost connection, all missed ones are needed.
        let messages = EventbeeAPI.messages(of: event, after: after, limit: after == 0 ? Chat.page : nil)
        return await api.call(messages, { .caughtUp(after: after, $0) }, Chat.Action.historyFailed)
      }
    case .older(let event, let before):
      .answer {
        let messages = EventbeeAPI.messages(of: event, before: before, limit: Chat.page)
        return await api.call(messages, { .older(before: before, $0) }, Chat.Action.olderFailed)
      }
    case .speak(let event, let message): speak(message, in: event)
    }
  }

  private func speak(_ message: UnsentMessage, in event: Int) -> Work<Chat.Action> {
    let data: JSON = [
      "action": "speak", "message": .string(message.text), "client_id": .string(message.clientID),
    ]
    // A message that isn't sent now is sent again after the next connect.
    _ = cable?.perform(data, on: Self.room(event))
    return .done
  }

  private func follow(_ event: Int, _ send: Send<Chat.Action>) async {
    guard let cable else { return send(.disconnected(willReconnect: false)) }
    await cable.follow(Self.room(event)) { event in
      switch event {
      case .confirmed: send(.connected(session: makeSession()))
      case .disconnected(let willReconnect): send(.disconnected(willReconnect: willReconnect))
      case .rejected: send(.rejected)
      case .message(let json): if let action = Self.action(json) { send(action) }
      }
    }
  }

  /// Returns the action for a message from the room, or `nil` if its type is unknown.
  static func action(_ json: JSON) -> Chat.Action? {
    if json["type"] == "left" { return json["user_id"]?.int.map(Chat.Action.left) }
    guard json["type"] == "message" || json["type"] == nil else { return nil }
    return (try? json.decode(Received<ChatMessage>.self)).map { .received($0.entity) }
  }

  static func room(_ event: Int) -> CableIdentifier {
    var parameters = JSONObject()
    parameters["event_id"] = .number(JSONNumber(event))
    return CableIdentifier(channel: "ChatChannel", parameters)
  }
}
