import TestSupport
import Testing

@testable import ColmeiaPlatform

@Suite(.timeLimit(.minutes(10))) struct SocketInboxTests {
  @Test(arguments: [true, false]) func `Stored messages are received after the end if they are kept`(
    keepsMessages: Bool
  ) async {
    let inbox = SocketInbox()
    let messages: [WebSocketMachine.Message] = [.text("a"), .binary([1])]
    for message in messages { #expect(inbox.append(message)) }
    inbox.finish(WebSocketClose(.normal), keepsMessages: keepsMessages)
    inbox.finish(WebSocketClose(.abnormal), keepsMessages: true)
    #expect(inbox.append(.text("late")) && inbox.end == WebSocketClose(.normal))
    var received: [WebSocketMachine.Message] = []
    while let message = await inbox.next({}) { received.append(message) }
    #expect(received == (keepsMessages ? messages : []))
  }

  @Test func `Reading pauses beyond the limit, and resumes when half of it is free`() async {
    let (inbox, third) = (SocketInbox(), WebSocketMachine.Message.binary(Array(repeating: 0, count: 400_000)))
    #expect(inbox.append(third) && inbox.append(third) && !inbox.append(third))
    var proceeds: [Bool] = []
    for _ in 0..<3 {
      let tally = Tally()
      _ = await inbox.next { tally.add() }
      proceeds.append(tally.value > 0)
    }
    #expect(proceeds == [false, true, true])
  }

  @Test func `Empty messages count, too, and all are received in order`() async {
    let inbox = SocketInbox()
    var count = 0
    while inbox.append(count % 2 == 0 ? .text("") : .binary([])), count < 100_000 { count += 1 }
    #expect(count == 16_384)
    for number in 0...count { #expect(await inbox.next({}) == (number % 2 == 0 ? .text("") : .binary([]))) }
    #expect(inbox.hasRoom)
  }

  @Test func `A cancelled task receives nothing more`() async {
    let inbox = SocketInbox()
    let task = Task { await inbox.next {} }
    task.cancel()
    #expect(await task.value == nil)
  }
}
