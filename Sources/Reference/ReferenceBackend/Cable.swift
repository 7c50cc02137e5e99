import ColmeiaJSON
import ColmeiaServer
import ColmeiaTable

/// The server side of ActionCable (`actioncable-v1-json`) as in Rails 6.1, with one channel: the chat of an event. As
/// in Rails, invalid messages are ignored silently.
struct Cable: Sendable {
  typealias Effects = Backend.Effects

  /// The maximum number of subscriptions of one client.
  static let subscriptionLimit = 100
  /// The maximum length of a subscription's identifier in bytes. Commands with a longer identifier are ignored.
  static let longestIdentifier = 500

  /// Welcomes a client, or disconnects it if its token is invalid.
  func connect(_ id: ExchangeID, _ request: HTTPRequest, _ state: inout Backend.State) -> Effects {
    guard WebSocketHandshake.isWanted(by: request), request.isOfOwnOrigin else {
      return .run(.respond(id, .text(404, "Page not found")))
    }
    let answer = WebSocketHandshake.answer(request, subprotocols: ["actioncable-v1-json", "actioncable-unsupported"])
    guard answer.status == 101 else { return .run(.respond(id, answer)) }
    let parameter = request.queryItems?.first { $0.name == "token" }?.value
    guard let token = request.headers["Token"] ?? parameter, let user = state.eventbee.sessions.user(of: token) else {
      return [
        .run(.upgrade(id, answer)),
        .run(.transmit(id, text(["type": "disconnect", "reason": "unauthorized", "reconnect": false]))),
        .run(.hangUp(id)),
      ]
    }
    state.cable.enter(id, user, TokenTable.digest(token))
    return [.run(.upgrade(id, answer)), .run(.transmit(id, text(["type": "welcome"])))]
  }

  /// Sends a ping to every client.
  func beat(_ date: Int, _ state: Backend.State) -> Effects {
    let text = text(["type": "ping", "message": .number(JSONNumber(date))])
    return state.cable.connections.reduce(into: .none) { $0 += .run(.transmit($1.id, text)) }
  }

  /// Disconnects every client and tells it to reconnect.
  func sendAway(_ state: inout Backend.State) -> Effects {
    var effects = Effects.none
    for id in state.cable.connections.ids {
      effects += .run(.transmit(id, text(["type": "disconnect", "reason": "server_restart", "reconnect": true])))
      effects += .run(.hangUp(id))
      state.cable.leave(id)
    }
    return effects
  }

  /// Handles a message from a client.
  func receive(
    _ text: String, from id: ExchangeID, _ context: RequestContext, _ state: inout Backend.State
  ) -> Effects {
    guard let connection = state.cable.connections[id: id], let json = try? JSON(parsing: text),
      let identifier = json["identifier"]?.string, identifier.utf8.count <= Self.longestIdentifier
    else { return .none }
    switch json["command"]?.string {
    case "subscribe": return subscribe(identifier, id, connection, &state)
    case "unsubscribe": state.cable.unsubscribe(id, identifier)
    case "message": return speak(json["data"]?.string, identifier, id, connection, context.dated, &state)
    default: break
    }
    return .none
  }

  private func subscribe(
    _ identifier: String, _ id: ExchangeID, _ connection: CableState.Connection, _ state: inout Backend.State
  ) -> Effects {
    guard connection.events[identifier] == nil, connection.events.count < Self.subscriptionLimit,
      let json = try? JSON(parsing: identifier), json["channel"] == "ChatChannel"
    else { return .none }
    guard let event = json["event_id"]?.int.flatMap({ state.eventbee.events[id: $0] }), event.admits(connection.user)
    else {
      return .run(.transmit(id, text(["identifier": .string(identifier), "type": "reject_subscription"])))
    }
    state.cable.subscribe(connection, identifier, to: event.id)
    return .run(.transmit(id, text(["identifier": .string(identifier), "type": "confirm_subscription"])))
  }

  private func speak(
    _ data: String?, _ identifier: String, _ id: ExchangeID, _ connection: CableState.Connection,
    _ context: RequestContext,
    _ state: inout Backend.State
  ) -> Effects {
    guard let event = connection.events[identifier], let json = data.flatMap({ try? JSON(parsing: $0) }),
      json["action"] == "speak", let words = json["message"]?.string, !words.isEmpty,
      words.utf8.count <= EventbeeLimits.message
    else { return .none }
    let clientID = json["client_id"]?.string
    guard (clientID?.utf8.count ?? 0) <= EventbeeLimits.clientID else { return .none }
    let (message, isNew) = state.eventbee.chat.post(
      words, in: event, by: connection.user, at: context.date, clientID: clientID)
    let shown = message.json(state.eventbee.users)
    // If the message is a duplicate, its sender hasn't received the confirmation.
    return isNew ? broadcast(shown, event, state) : transmit(shown, identifier, id)
  }

  private func broadcast(_ message: JSON, _ event: Int, _ state: Backend.State) -> Effects {
    state.cable.rooms[event, default: EntityTable()].reduce(into: .none) { effects, subscription in
      effects += transmit(message, subscription.id.identifier, subscription.id.connection)
    }
  }

  private func transmit(_ message: JSON, _ identifier: String, _ id: ExchangeID) -> Effects {
    .run(.transmit(id, text(["identifier": .string(identifier), "message": message])))
  }

  private func text(_ json: JSON) -> String { json.text() }
}

// Effects of HTTP requests on connected clients.
extension Cable {
  /// Closes the connections of sessions that have ended. As in Rails, the clients get no message.
  func endSessions(_ state: inout Backend.State) -> Effects {
    var effects = Effects.none
    for connection in state.cable.connections where !state.eventbee.sessions.has(digest: connection.session) {
      effects += .run(.hangUp(connection.id))
      state.cable.leave(connection.id)
    }
    return effects
  }

  /// Tells each chat which users have left its event, and ends their subscriptions.
  ///
  /// - Complexity: O(1) if no event has changed.
  func notifyChanges(since before: EntityTable<EventbeeEvent>?, _ state: inout Backend.State) -> Effects {
    guard let before, before.changeStamp != state.eventbee.events.changeStamp else { return .none }
    var effects = Effects.none
    for id in state.eventbee.events.changes(since: before.changeStamp)?.written ?? Array(before.ids) {
      guard let old = before[id: id], let new = state.eventbee.events[id: id], new != old else { continue }
      for user in old.participants where !new.admits(user) {
        effects += broadcast(
          ["type": "left", "user_id": .number(JSONNumber(user))], old.id, state)
        takeOut(user, of: old.id, &state)
      }
    }
    return effects
  }

  private func takeOut(_ user: Int, of event: Int, _ state: inout Backend.State) {
    for subscription in state.cable.rooms[event, default: EntityTable()] where subscription.user == user {
      state.cable.unsubscribe(subscription.id.connection, subscription.id.identifier)
    }
  }
}
