import ColmeiaJSON
import Testing

@testable import ReferenceBackend

/// The limit of all messages together.
@Suite struct ChatLimitTests {
  @Test func `The oldest messages of all events are removed when there are too many bytes`() throws {
    var chat = Chat()
    let text = String(repeating: "\u{1}", count: EventbeeLimits.message)
    let count = 5 * EventbeeLimits.chatBytes / (4 * 6 * EventbeeLimits.message)
    for number in 0..<count { _ = chat.post(text, in: number % 3 + 1, by: 1, at: number, clientID: nil) }
    #expect(chat.size <= EventbeeLimits.chatBytes && chat.size > EventbeeLimits.chatBytes - 30_000)
    let ids = (1...3).flatMap { chat.messages(of: $0).map(\.id) }.sorted()
    #expect(ids.count < count && ids == Array(count - ids.count + 1...count))
    let bytes = try JSON.encode(chat)
    #expect(bytes.count <= EventbeeLimits.chatBytes)
    #expect(try JSON.decode(Chat.self, from: bytes) == chat)
  }

  @Test func `An event whose messages have all been removed can have others`() {
    var chat = Chat()
    _ = chat.post("a", in: 9, by: 1, at: 0, clientID: nil)
    let text = String(repeating: "\u{1}", count: EventbeeLimits.message)
    for number in 0..<1_000 { _ = chat.post(text, in: 1, by: 1, at: number, clientID: nil) }
    #expect(chat.messages(of: 9) == [])
    #expect(chat.post("b", in: 9, by: 1, at: 0, clientID: nil).isNew && chat.messages(of: 9).count == 1)
    #expect(chat.inconsistency({ _ in true }, { _ in true }) == nil)
  }
}
