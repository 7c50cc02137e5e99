import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaPlatform

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The steps that have happened, in order.
private final class Steps: Sendable {
  private let content = Guarded<[String]>([])
  var all: [String] { content.withLock { $0 } }
  func add(_ step: String) { content.withLock { $0.append(step) } }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct SessionLifeTests {
  private let session = URLSession(configuration: .ephemeral)

  private var task: URLSessionTask? {
    URL(string: "http://127.0.0.1:1/").map { session.dataTask(with: URLRequest(url: $0)) }
  }

  @Test func `A session is invalidated after the task being created, and creates no other`() {
    let steps = Steps()
    let life = SessionLife { _ in steps.add("invalidated") }
    life.open(session)
    // With a lock held, this would deadlock.
    let isOpen = life.use { _ in
      life.shutDown { steps.add("shut down") }
      steps.add("made, \(life.isShutDown)")
    }
    #expect(isOpen)
    #expect(steps.all == ["shut down", "made, true", "invalidated"])
    #expect(!life.use { _ in steps.add("used") })
    life.shutDown { steps.add("shut down again") }
    #expect(steps.all.count == 3)
    life.ended()
    #expect(life.isInvalid)
  }

  @Test func `A session that was never opened creates no task`() {
    let steps = Steps()
    let life = SessionLife { _ in steps.add("invalidated") }
    #expect(!life.use { _ in steps.add("used") })
    life.shutDown { steps.add("shut down") }
    #expect(steps.all == [])
  }

  @Test func `A cancelled task is cancelled right after URLSession gets its decision, not meanwhile`() throws {
    let task = try #require(task)
    var hold = TaskHold()
    let early = [hold.begin(task), hold.beginAnswer() ? hold.endAnswer() : task]
    #expect(early == [nil, nil])
    let (isAsked, during, after) = (hold.beginAnswer(), hold.cancel(), hold.endAnswer())
    #expect(isAsked)
    #expect(during == nil)
    #expect(after === task)
    let isAnsweredAgain = hold.beginAnswer()
    #expect(!isAnsweredAgain)
  }

  @Test func `A hold that was cancelled early cancels its task at once, and a complete task is not cancelled`() throws {
    let task = try #require(task)
    var (early, over) = (TaskHold(), TaskHold())
    let (before, after) = (early.cancel(), early.begin(task))
    #expect(before == nil)
    #expect(after === task)
    _ = over.begin(task)
    over.complete()
    let late = over.cancel()
    #expect(late == nil)
  }

  @Test func `The decision for URLSession is made without holding a lock`() {
    let request = HTTPRequest(.get, origin: "http://127.0.0.1:1", path: "/")
    let steps = Steps()
    let exchanges: [any SessionTransfer] = [
      Exchange(request, TransferOptions(), bodyLimit: 1), StreamExchange(request, unreadLimit: 1),
    ]
    for exchange in exchanges {
      exchange.proceed {
        exchange.challenge()
        steps.add("answered")
      }
      exchange.shutDown()
      exchange.proceed { steps.add("answered too late") }
    }
    #expect(steps.all == ["answered", "answered"])
  }
}
