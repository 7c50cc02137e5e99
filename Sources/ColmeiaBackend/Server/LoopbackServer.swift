import Colmeia
import ColmeiaHTTP
import ColmeiaSync
import Foundation

/// An HTTP/1.1 server, for this machine only unless it is told otherwise: it listens at 127.0.0.1. One thread owns all connections and asks the
/// handler, so that requests have one order.
///
/// A client that is slow, sends what is no HTTP, or does not read its answers is cut off; see ``ServerLimits``.
public final class LoopbackServer<Handler: ServerHandler>: Sendable {
  /// The port at which it listens.
  public let port: UInt16
  /// Where it is: `http://127.0.0.1:8080`.
  public var origin: String { "http://\(address):\(port)" }
  private let address: String

  private let mailbox: Mailbox

  /// What other threads want of the server's own.
  private final class Mailbox: Sendable {
    struct Content {
      var work: [@Sendable (EventLoop, Handler) -> Void] = []
      var hasEnded = false
    }
    let content = Guarded(Content())
    /// Rings at the end.
    let bell = Bell()
    let wakeEnd: Int32
    init(wakeEnd: Int32) { self.wakeEnd = wakeEnd }
  }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - address: where; another one lets other machines in.
  ///   - port: where; 0 for any that is free.
  ///   - clock: measures the patience with clients, and delays.
  ///   - date: what time it is, in seconds since 1970: the field `Date` of answers; the machine's where nothing is given.
  ///   - makeHandler: makes who answers, on the server's thread.
  public init(
    address: String = "127.0.0.1", port: UInt16 = 0, limits: ServerLimits = ServerLimits(),
    clock: some Clock<Duration> = ContinuousClock(),
    date: (@Sendable () -> Int)? = nil, _ makeHandler: @escaping @Sendable () -> Handler
  ) throws(ServerError) {
    let (listener, port) = try Sockets.makeListener(address, port)
    let (readEnd, writeEnd) = try Sockets.makePipe()
    self.port = port
    self.address = address
    let mailbox = Mailbox(wakeEnd: writeEnd)
    self.mailbox = mailbox
    let start = clock.now
    let now: @Sendable () -> Duration = { start.duration(to: clock.now) }
    Thread.detachNewThread {
      Self.run(mailbox, wakeEnd: readEnd, makeHandler) { system, handler in
        EventLoop(listener, readEnd, limits, system, now: now, date: date ?? Sockets.date, handler)
      }
      // All descriptors are closed, also those that only the loop knew.
      mailbox.bell.ring()
    }
  }

  private static func run(
    _ mailbox: Mailbox, wakeEnd: Int32, _ makeHandler: () -> Handler,
    _ makeLoop: (Sockets, Handler) -> EventLoop
  ) {
    let (system, handler) = (Sockets(), makeHandler())
    let loop = makeLoop(system, handler)
    while !loop.isOver {
      loop.turn()
      for work in mailbox.content.withLock({ content in
        defer { content.work = [] }
        return content.work
      }) { work(loop, handler) }
      loop.endTurn()
    }
    loop.closeAll()
    handler.end()
    mailbox.content.withLock { $0.hasEnded = true }
    system.close(wakeEnd)
    system.close(mailbox.wakeEnd)
  }

  /// Has `body` done on the server's thread, between two requests; what it returns is carried out. Nothing happens when the
  /// server has stopped.
  public func post(_ body: @escaping @Sendable (Handler) -> [ServerOutput]) {
    post { loop, handler in loop.carryOut(body(handler)) }
  }

  /// Asks the server's thread for something; `nil` when the server has stopped.
  public func ask<Answer: Sendable>(_ body: @escaping @Sendable (Handler) -> Answer) async -> Answer? {
    await withCheckedContinuation { continuation in
      let isPosted = post { _, handler in continuation.resume(returning: body(handler)) }
      if !isPosted { continuation.resume(returning: nil) }
    }
  }

  /// Waits until the server has ended: because it was stopped, or because its handler could not keep what has happened.
  /// Comes back earlier when the waiting task is cancelled.
  public func ended() async { await mailbox.bell.wait(after: 0) }

  /// Stops to listen, lets answers that are on their way be read for `patience` at most, and ends. May be called again.
  /// It is real time that ends it, whatever clock the server has, and whatever its clients do.
  public func stop(patience: Duration = .seconds(1)) async {
    post { loop, _ in loop.beginEnding(patience) }
    await mailbox.bell.waitRegardless(after: 0)
  }

  @discardableResult
  private func post(_ work: @escaping @Sendable (EventLoop, Handler) -> Void) -> Bool {
    mailbox.content.withLock { content in
      if content.hasEnded { return false }
      content.work.append(work)
      // Under the lock, so that the pipe is still open.
      Sockets.wake(mailbox.wakeEnd)
      return true
    }
  }
}
