import ColmeiaBase
import Foundation

/// An HTTP/1.1 server that listens at 127.0.0.1 by default, so that only this machine can reach it. A single thread
/// owns all connections and calls the handler, so requests have a total order. The server runs until
/// ``stop(patience:)`` is called, even if nothing refers to it.
///
/// Clients that are too slow, send invalid HTTP or don't read their responses are disconnected; see ``ServerLimits``.
public final class LoopbackServer<Handler: ServerHandler>: Sendable {
  /// The port on which the server listens.
  public let port: UInt16
  /// The origin of the server, such as `http://127.0.0.1:8080`.
  public var origin: String { "http://\(address):\(port)" }
  private let address: String

  private let mailbox: Mailbox

  /// Work from other threads for the server's thread.
  private final class Mailbox: Sendable {
    /// Called on the server's thread with the loop and the handler, or with `nil` if the server has ended before.
    typealias Work = @Sendable ((loop: EventLoop, handler: Handler)?) -> Void
    struct Content {
      var work: [Work] = []
      var hasEnded = false

      mutating func takeWork() -> [Work] {
        defer { work = [] }
        return work
      }
    }
    let content = Guarded(Content())
    /// Rings when the server has ended.
    let bell = Bell()
    let wakeEnd: Int32
    init(wakeEnd: Int32) { self.wakeEnd = wakeEnd }
  }

  /// Creates a server and starts to listen.
  ///
  /// - Parameters:
  ///   - address: The address to listen on. With another address than the default, other machines can connect.
  ///   - port: The port to listen on, or 0 for any free port.
  ///   - limits: The limits for clients.
  ///   - clock: The clock for timeouts and delays.
  ///   - date: A closure that returns the current time in seconds since 1970, for the field `Date` of responses. `nil`
  ///     for the machine's time.
  ///   - makeHandler: A closure that creates the handler on the server's thread.
  /// - Throws: ``ServerError`` if the server can't listen.
  public init(
    address: String = "127.0.0.1", port: UInt16 = 0, limits: ServerLimits = ServerLimits(),
    clock: some Clock<Duration> = ContinuousClock(),
    date: (@Sendable () -> Int)? = nil, _ makeHandler: @escaping @Sendable () -> Handler
  ) throws(ServerError) {
    let (listener, port) = try Sockets.makeListener(address, port)
    let (readEnd, writeEnd): (Int32, Int32)
    do throws(ServerError) { (readEnd, writeEnd) = try Sockets.makePipe() } catch {
      Sockets.discard(listener)
      throw error
    }
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
      // All descriptors are closed, including those that only the loop knew.
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
      for work in mailbox.content.withLock({ $0.takeWork() }) { work((loop, handler)) }
      loop.endTurn()
    }
    let rest = mailbox.content.withLock { content in
      content.hasEnded = true
      return content.takeWork()
    }
    for work in rest { work(nil) }
    loop.closeAll()
    handler.end()
    system.close(wakeEnd)
    system.close(mailbox.wakeEnd)
  }

  /// Performs a closure on the server's thread, between two requests, and performs the outputs that it returns. Does
  /// nothing if the server has stopped.
  public func post(_ body: @escaping @Sendable (Handler) -> [ServerOutput]) {
    post { server in if let server { server.loop.carryOut(body(server.handler)) } }
  }

  /// Performs a closure on the server's thread and returns its result, or `nil` if the server has stopped.
  public func withHandler<Answer: Sendable>(_ body: @escaping @Sendable (Handler) -> Answer) async -> Answer? {
    await withCheckedContinuation { continuation in
      let isPosted = post { server in continuation.resume(returning: server.map { body($0.handler) }) }
      if !isPosted { continuation.resume(returning: nil) }
    }
  }

  /// Waits until the server has ended, either because it was stopped or because its handler failed to persist changes.
  /// Returns early if the waiting task is cancelled.
  public func ended() async { await mailbox.bell.wait(after: 0) }

  /// Stops listening, lets pending responses complete for at most `patience`, and ends the server. It can be called
  /// repeatedly. The time limit is real time, regardless of the server's clock and its clients.
  public func stop(patience: Duration = .seconds(1)) async {
    post { $0?.loop.beginEnding(patience) }
    await mailbox.bell.waitRegardless(after: 0)
  }

  @discardableResult
  private func post(_ work: @escaping Mailbox.Work) -> Bool {
    mailbox.content.withLock { content in
      if content.hasEnded { return false }
      content.work.append(work)
      // The lock is held, so the pipe is still open.
      Sockets.wake(mailbox.wakeEnd)
      return true
    }
  }
}
