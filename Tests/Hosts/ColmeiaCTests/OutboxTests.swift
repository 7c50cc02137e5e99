import Testing

@testable import ColmeiaC

@Suite(.blocking, .timeLimit(.minutes(10))) struct OutboxTests {
  @Test func `Messages are taken in order, and the end is reported after the last one`() {
    let outbox = Outbox(.init())
    for number in 0..<1_000 { outbox.put("\(number)", .news) }
    #expect((0..<1_000).allSatisfy { outbox.take() == .message("\($0)") })
    #expect(outbox.take() == .nothing)
    outbox.end("last")
    outbox.put("late", .needed)
    #expect([outbox.take(), outbox.take(), outbox.take()] == [.message("last"), .ended, .ended])
  }

  @Test(arguments: [Outbox.Limits(messages: 2, bytes: 1_000), Outbox.Limits(messages: 1_000, bytes: 4)])
  func `If there is no room for news, the whole state is sent later`(limits: Outbox.Limits) {
    let outbox = Outbox(limits)
    for text in ["aa", "bb"] where outbox.takesNews() { outbox.put(text, .news) }
    #expect(outbox.isFull)
    #expect(!outbox.takesNews())
    #expect(outbox.take() == .message("aa"))
    #expect(!outbox.takesNews(), "changes after a dropped one can't be applied")
    outbox.put("needed", .needed)
    #expect([outbox.take(), outbox.take(), outbox.take()] == [.message("bb"), .message("needed"), .behind])
    outbox.put("whole", .whole)
    #expect([outbox.take(), outbox.take()] == [.message("whole"), .nothing])
    #expect(outbox.takesNews())
  }

  @Test func `While the whole state can't be sent, nobody is woken for it`() throws {
    let outbox = Outbox(.init(messages: 1))
    let signal = try #require(outbox.signal())
    outbox.put("a", .news)
    #expect(!outbox.takesNews())
    outbox.rest()
    #expect(signal.wait(0), "there is a message")
    #expect([outbox.take(), outbox.take()] == [.message("a"), .behind])
    #expect(signal.wait(0))
    outbox.rest()
    #expect(!signal.wait(0) && outbox.take() == .behind)
    #expect(!outbox.takesNews())
    #expect(signal.wait(0), "the whole state may now be sent")
    outbox.put("whole", .whole)
    #expect([outbox.take(), outbox.take()] == [.message("whole"), .nothing])
  }

  @Test func `A request that is cancelled before it is taken is not delivered, and uses no memory`() {
    let outbox = Outbox(.init(messages: 100, bytes: 10_000))
    outbox.put("first", .news)
    for number in 1...10_000 as ClosedRange<UInt64> {
      outbox.put("request \(number)", .request(number))
      outbox.put("cancel \(number)", .cancellation(number))
      #expect(!outbox.isFull)
    }
    outbox.put("request 0", .request(0))
    #expect([outbox.take(), outbox.take()] == [.message("first"), .message("request 0")])
    outbox.put("cancel 0", .cancellation(0))
    #expect([outbox.take(), outbox.take()] == [.message("cancel 0"), .nothing])
    #expect(outbox.entryCount < 200)
  }

  @Test func `The descriptor is readable from the first message until a call finds nothing`() throws {
    let outbox = Outbox(.init(messages: 1))
    outbox.put("a", .news)
    let signal = try #require(outbox.signal())
    #expect(signal.wait(0))
    #expect(outbox.take() == .message("a"))
    #expect(signal.wait(0), "the descriptor is reset only when a call finds nothing")
    #expect(outbox.take() == .nothing)
    #expect(!signal.wait(0))
    outbox.put("b", .news)
    #expect(!outbox.takesNews())
    #expect(outbox.take() == .message("b"))
    #expect(signal.wait(0), "a change was dropped")
    outbox.put("c", .whole)
    #expect(outbox.take() == .message("c"))
    #expect(outbox.take() == .nothing)
    #expect(!signal.wait(1))
    outbox.put("request 1", .request(1))
    outbox.put("cancel 1", .cancellation(1))
    #expect(outbox.take() == .nothing)
    #expect(!signal.wait(1))
    outbox.end("last")
    #expect(outbox.take() == .message("last"))
    #expect(signal.wait(-1), "the descriptor stays readable until the outbox is destroyed")
  }

  @Test func `A destroyed outbox delivers nothing`() throws {
    let outbox = Outbox(.init())
    outbox.put("a", .news)
    let signal = try #require(outbox.signal())
    outbox.destroy()
    outbox.put("b", .needed)
    #expect(outbox.take() == .destroyed)
    #expect(outbox.signal() == nil)
    #expect(!outbox.takesNews())
    #expect(signal.wait(-1), "a waiting thread is woken")
  }
}
