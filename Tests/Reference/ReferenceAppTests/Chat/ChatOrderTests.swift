import TestSupport
import Testing

@testable import ReferenceApp

@Suite(.long) struct ChatOrderTests {
  /// Returns the numbers of the messages that are missing up to `knownThrough`.
  private static func gaps(_ chat: Chat.State) -> [Int] {
    let ids = chat.messages.map(\.id).filter { $0 <= chat.knownThrough }
    return zip(ids, ids.dropFirst()).filter { $0 + 1 != $1 }.map { $0.0 + 1 }
  }

  @Test(arguments: 0..<200) func `Lost connections and reordered messages leave no gap`(seed: UInt64) {
    var room = ChatRoom(seed: seed)
    for step in 0..<600 {
      room.step()
      let gaps = Self.gaps(room.machine.state)
      #expect(gaps.isEmpty, "step \(step)")
      if !gaps.isEmpty { return }
    }
    room.settle()
    let (chat, stored) = (room.machine.state, room.stored)
    #expect(chat.messages == stored.suffix(chat.messages.count) && chat.messages.count >= min(stored.count, Chat.page))
    #expect(chat.messages.count == stored.count || chat.hasOlder)
    #expect(chat.knownThrough == stored.count && chat.unsent.isEmpty && !chat.isCatchingUp)
    #expect(stored.filter { $0.person.id == 1 }.count == chat.written)
  }
}
