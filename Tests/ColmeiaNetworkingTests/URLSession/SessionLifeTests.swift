import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport
import Foundation
import TestSupport
import Testing

@testable import ColmeiaPlatformTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What has happened, in order.
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

  @Test func `A session is invalidated behind the task that is being made, and makes no other`() {
    let steps = Steps()
    let life = SessionLife { _ in steps.add("invalidated") }
    life.open(session)
    // Under a lock this would never end.
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

  @Test func `One that was never opened makes nothing`() {
    let steps = Steps()
    let life = SessionLife { _ in steps.add("invalidated") }
    #expect(!life.use { _ in steps.add("used") })
    life.shutDown { steps.add("shut down") }
    #expect(steps.all == [])
  }

  @Test func `A task is not cancelled while URLSession gets an answer, but right after it`() throws {
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

  @Test func `A task that was cancelled before there was one is cancelled at once; one that is over is not`() throws {
    let task = try #require(task)
    var (early, over) = (TaskHold(), TaskHold())
    let (before, after) = (early.cancel(), early.begin(task))
    #expect(before == nil)
    #expect(after === task)
    _ = over.begin(task)
    over.isComplete = true
    let late = over.cancel()
    #expect(late == nil)
  }

  @Test func `URLSession is answered under no lock`() {
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
