import ColmeiaExplorer

@testable import ReferenceApp
@testable import ReferenceBackend

/// Explores the chat of two people in an event of Eventbee's back end, which provides the history. The connection to
/// the room comes and goes, and sends the messages that are posted while it exists.
enum ChatExplorer {
  typealias Feature = ReferenceApp.Chat
  typealias Action = Feature.Action

  static func make() -> Explorer<Feature, BackendModel> {
    let (ana, server) = EventbeeMember.signedIn()
    var explorer = Explorer(Feature.State(event: 2), Feature(me: ana.id), server: server)
    let actions: [Action] = [.typed("oi"), .send, .loadOlder, .retry]
    for action in actions { explorer.action(action) }
    explorer.elsewhere("Bruno says something", weight: 4) { server in
      guard server.messages.count < 3 else { return false }
      server.post("tudo bem?", by: 1)
      return true
    }
    explorer.outcomes { effect, server in outcomes(effect, server, ana) }
    explorer.push("the room sends a message", weight: 4) { effect, server in
      guard case .room = effect, let heard = server.heard else { return nil }
      guard let next = server.messages.first(where: { $0.id > heard }) else { return nil }
      server.heard = next.id
      return .received(next)
    }
    explorer.always("the messages are unique and in order") { state in
      let ids = state.messages.map(\.id)
      return zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    }
    explorer.always("the server has each message only once") { _, world in
      let names = world.server.messages.compactMap(\.clientID)
      return Set(names).count == names.count
    }
    explorer.eventually("nothing is loading") { !$0.isCatchingUp && !$0.isLoadingOlder }
    explorer.eventually("an open chat shows the newest messages without gaps") { state, world in
      let (shown, all) = (state.messages.map(\.id), world.server.messages.map(\.id))
      return state.connection != .open || state.failure != nil
        || shown == Array(all.suffix(shown.count))
          && shown.last == all.last
    }
    explorer.sometimes("a message of Ana's is shown") { $0.messages.contains { $0.person.name == "Ana" } }
    return explorer
  }

  private static func outcomes(
    _ effect: Feature.Effect, _ server: BackendModel, _ ana: Member
  ) -> [Outcome<Action, BackendModel>] {
    switch effect {
    case .room:
      let join: Outcome<Action, BackendModel>.Change = { $0.heard = $0.heard ?? $0.messages.last?.id ?? 0 }
      return [
        .resolve([.connected(session: "s")], join),
        .resolve([.connected(session: "s"), .disconnected(willReconnect: true), .connected(session: "t")], join),
        .resolve([.rejected], thenEnds: true),
      ]
    case .history(let event, let after):
      return call(server, EventbeeAPI.messages(of: event, after: after)) { .caughtUp(after: after, $0) }
    case .older(let event, let before):
      return call(server, EventbeeAPI.messages(of: event, before: before), Action.olderFailed) {
        .older(before: before, $0)
      }
    case .speak(_, let message):
      let posted = server.outcome(Action?.none) { $0.post(message.text, by: ana.id, message.clientID) }
      return [posted, .finish]
    }
  }

  private static func call(
    _ server: BackendModel, _ endpoint: Endpoint<[ChatMessage]>,
    _ failed: (EventbeeFailure) -> Action = Action.historyFailed, _ done: ([ChatMessage]) -> Action
  ) -> [Outcome<Action, BackendModel>] {
    server.outcomes(to: endpoint) { answer, _ in
      switch answer {
      case .success(let messages): done(messages)
      case .failure(let error): EventbeeFailure(error).map(failed)
      }
    }
  }
}

extension BackendModel {
  /// The messages in the event, as the room sends them.
  var messages: [ChatMessage] {
    state.eventbee.chat.messages(of: 2).map { message in
      let name = state.eventbee.users[message.user]?.name ?? ""
      return ChatMessage(
        id: message.id, person: Person(id: message.user, name: name), text: message.text, date: message.date,
        clientID: message.clientID)
    }
  }

  mutating func post(_ text: String, by user: Int, _ clientID: String? = nil) {
    _ = state.eventbee.chat.post(text, in: 2, by: user, at: 1_700_000_000, clientID: clientID)
  }
}
