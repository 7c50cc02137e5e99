import ColmeiaTesting
import TestSupport
import Testing

@testable import ReferenceApp

/// Explores the chat in the whole app: every action and every outcome in any order.
@Suite(.long) struct ChatExplorationTests {
  @Test func `Room, history and messages stay consistent`() {
    let exploration = Self.explorer().run(seeds: 0..<2_000)
    #expect(exploration.passed, "\(exploration)")
  }

  static func explorer() -> Explorer<AppReducer, NoServer> {
    var state = AppReducer.State(tab: .events)
    state.members = MembersTests.signedIn
    state.events.detail = EventDetail(id: 7, event: Event(id: 7, name: "x", organizer: MembersTests.ana.id))
    var explorer = Explorer(state, AppReducer())
    let actions: [AppReducer.Action] = [
      .enterChat, .enterChat, .leaveChat, .chat(.typed("oi")), .chat(.typed("oi")), .chat(.send), .chat(.send),
      .chat(.loadOlder), .chat(.retry), .select(.feed), .select(.events), .members(.logOut),
    ]
    for action in actions { explorer.action(action) }
    explorer.outcomes { effect in
      switch effect {
      case .chat(let effect): Self.outcomes(effect)
      case .members(.logOut): [.answer(.members(.loggedOut)), .answer(.members(.logOutFailed(.request(.offline))))]
      case .auth, .feed, .members, .events, .profile, .news, .shots, .album: []
      }
    }
    explorer.always("a chat is open only while signed in") { $0.chat == nil || $0.members.session.member != nil }
    explorer.always("the messages are unique and in order") { state in
      let ids = state.chat?.messages.map(\.id) ?? []
      return zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    }
    explorer.always("unsent messages have unique client IDs") { state in
      let names = state.chat?.unsent.map(\.clientID) ?? []
      return Set(names).count == names.count
    }
    explorer.eventually("nothing is loading") { $0.chat?.isCatchingUp != true && $0.chat?.isLoadingOlder != true }
    explorer.sometimes("a message is unsent") { $0.chat?.unsent.isEmpty == false }
    explorer.sometimes("the server rejects the connection") { $0.chat?.connection == .refused }
    return explorer
  }

  static func outcomes(_ effect: Chat.Effect) -> [Outcome<AppReducer.Action, NoServer>] {
    func message(_ id: Int, by person: Int = 2, _ clientID: String? = nil) -> ChatMessage {
      ChatMessage(id: id, person: Person(id: person, name: "x"), text: "\(id)", date: id, clientID: clientID)
    }
    return switch effect {
    case .room:
      [
        .resolve(
          [
            .chat(.connected(session: "s")), .chat(.received(message(3))), .chat(.received(message(5, by: 1, "s-1"))),
          ]),
        .resolve(
          [
            .chat(.connected(session: "s")), .chat(.disconnected(willReconnect: true)), .chat(.received(message(4))),
            .chat(.connected(session: "t")), .chat(.left(1)),
          ]),
        .resolve([.chat(.rejected)], thenEnds: true), .resolve([.chat(.disconnected(willReconnect: false))]),
      ]
    case .history(_, let after):
      [
        .answer(.chat(.caughtUp(after: after, [message(1), message(3), message(4)].filter { $0.id > after }))),
        .answer(.chat(.historyFailed(.request(.offline)))), .answer(.chat(.historyFailed(.sessionRefused))),
      ]
    case .older(_, let before): [.answer(.chat(.older(before: before, []))), .answer(.chat(.olderFailed(.notFound)))]
    case .speak: [.finish]
    }
  }
}
