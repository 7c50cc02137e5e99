import Testing

@testable import ColmeiaC

@Suite(.blocking, .timeLimit(.minutes(10))) struct OutboxTests {
  @Test func `Messages are taken in order, and the end is reported after the last one`() {
    let outbox = Outbox(.init())
    for number in 0..<1_000 { outbox.send("\(number)", .news) }
    #expect((0..<1_000).allSatisfy { outbox.next() == .message("\($0)") })
    #expect(outbox.next() == .nothing)
    outbox.end("last")
    outbox.send("late", .needed)
    #expect([outbox.next(), outbox.next(), outbox.next()] == [.message("last"), .ended, .ended])
  }

  @Test(arguments: [Outbox.Limits(messages: 2, bytes: 1_000), Outbox.Limits(messages: 1_000, bytes: 4)])
  func `If there is no room for news, the whole state is sent later`(limits: Outbox.Limits) {
    let outbox = Outbox(limits)
    for text in ["aa", "bb"] where outbox.takesNews() { outbox.send(text, .news) }
    #expect(outbox.isFull)
    #expect(!outbox.takesNews())
    #expect(outbox.next() == .message("aa"))
    #expect(!outbox.takesNews(), "changes after a dropped one can't be applied")
    outbox.send("needed", .needed)
    #expect([outbox.next(), outbox.next(), outbox.next()] == [.message("bb"), .message("needed"), .behind])
    outbox.send("whole", .whole)
    #expect([outbox.next(), outbox.next()] == [.message("whole"), .nothing])
    #expect(outbox.takesNews())
  }

  @Test func `While the whole state can't be sent, nobody is woken for it`() throws {
    let outbox = Outbox(.init(messages: 1))
    let signal = try #require(outbox.signal())
    outbox.send("a", .news)
    #expect(!outbox.takesNews())
    outbox.rest()
    #expect(signal.wait(0), "there is a message")
    #expect([outbox.next(), outbox.next()] == [.message("a"), .behind])
    #expect(signal.wait(0))
    outbox.rest()
    #expect(!signal.wait(0) && outbox.next() == .behind)
    #expect(!outbox.takesNews())
    #expect(signal.wait(0), "the whole state may now be sent")
    outbox.send("whole", .whole)
    #expect([outbox.next(), outbox.next()] == [.message("whole"), .nothing])
  }

  @Test func `A request that is cancelled before it is taken is not delivered, and uses no memory`() {
    let outbox = Outbox(.init(messages: 100, bytes: 10_000))
    outbox.send("first", .news)
    for number in 1...10_000 as ClosedRange<UInt64> {
      outbox.send("request \(number)", .request(number))
      outbox.send("cancel \(number)", .cancellation(number))
      #expect(!outbox.isFull)
    }
    outbox.send("request 0", .request(0))
    #expect([outbox.next(), outbox.next()] == [.message("first"), .message("request 0")])
    outbox.send("cancel 0", .cancellation(0))
    #expect([outbox.next(), outbox.next()] == [.message("cancel 0"), .nothing])
    #expect(outbox.entryCount < 200)
  }

  @Test func `The descriptor is readable from the first message until a call finds nothing`() throws {
    let outbox = Outbox(.init(messages: 1))
    outbox.send("a", .news)
    let signal = try #require(outbox.signal())
    #expect(signal.wait(0))
    #expect(outbox.next() == .message("a"))
    #expect(signal.wait(0), "the descriptor is reset only when a call finds nothing")
    #expect(outbox.next() == .nothing)
    #expect(!signal.wait(0))
    outbox.send("b", .news)
    #expect(!outbox.takesNews())
    #expect(outbox.next() == .message("b"))
    #expect(signal.wait(0), "a change was dropped")
    outbox.send("c", .whole)
    #expect(outbox.next() == .message("c"))
    #expect(outbox.next() == .nothing)
    #expect(!signal.wait(1))
    outbox.send("request 1", .request(1))
    outbox.send("cancel 1", .cancellation(1))
    #expect(outbox.next() == .nothing)
    #expect(!signal.wait(1))
    outbox.end("last")
    #expect(outbox.next() == .message("last"))
    #expect(signal.wait(-1), "the descriptor stays readable until the outbox is destroyed")
  }

  @Test func `A destroyed outbox delivers nothing`() throws {
    let outbox = Outbox(.init())
    outbox.send("a", .news)
    let signal = try #require(outbox.signal())
    outbox.destroy()
    outbox.send("b", .needed)
    #expect(outbox.next() == .destroyed)
    #expect(outbox.signal() == nil)
    #expect(!outbox.takesNews())
    #expect(signal.wait(-1), "a waiting thread is woken")
  }
}
