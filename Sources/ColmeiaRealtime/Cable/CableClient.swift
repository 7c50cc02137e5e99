import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSync
import ColmeiaTransport
import ColmeiaWebSocket

/// A client of ActionCable: one connection for all that follow something over it. It is opened for the first and closed
/// behind the last.
public final class CableClient: Sendable {
  private struct Content {
    var machine: CableMachine
    var followers: [CableMachine.Handle: Follower] = [:]
    var connection: (number: Int, connection: any WebSocketConnection)?
    /// Opens and receives; ends with its connection.
    var task: (number: Int, task: Task<Void, Never>)?
    var alarm: Int?
    var outputs: [Work] = []
    var isCarryingOut = false
  }

  /// What is still to be carried out, in order.
  private enum Work {
    case output(CableMachine.Output)
    /// Somebody waits until all before it is carried out.
    case resume(CheckedContinuation<Void, Never>)
  }

  private struct Follower {
    let hear: @Sendable (CableMachine.Event) -> Void
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let content: Guarded<Content>
  private let transport: any WebSocketTransport
  private let request: @Sendable () async -> HTTPRequest
  private let clock: StoreClock
  private let deadlines: Deadlines
  private let random: @Sendable () -> Double

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - transport: Opens the connection.
  ///   - timing: When the client looks after its connection.
  ///   - clock: By which it looks after the connection.
  ///   - random: From 0 up to 1, so that clients do not come back all at once.
  ///   - request: Makes the request that opens the cable, for each connection anew.
  public init(
    _ transport: any WebSocketTransport, timing: CableTiming = CableTiming(), clock: any Clock<Duration>,
    random: @escaping @Sendable () -> Double, request: @escaping @Sendable () async -> HTTPRequest
  ) {
    content = Guarded(Content(machine: CableMachine(timing: timing)))
    self.transport = transport
    self.request = request
    self.clock = StoreClock(clock)
    deadlines = Deadlines(clock)
    self.random = random
  }

  /// Follows what comes for an identifier, until the task is cancelled or the server refuses. It comes back when the
  /// server has been told.
  ///
  /// - Parameters:
  ///   - identifier: What to follow.
  ///   - hear: Is told of everything, in order, one call at a time.
  public func follow(
    _ identifier: CableIdentifier, _ hear: @escaping @Sendable (CableMachine.Event) -> Void
  ) async {
    let handle = content.withLock { content in
      let handle = content.machine.subscribe(identifier, now: clock.now())
      content.followers[handle] = Follower(hear: hear)
      return handle
    }
    drive { machine, now, random in machine.start(now: now, random: random) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = content.withLock { content in
          if Task.isCancelled || content.followers[handle] == nil { return true }
          content.followers[handle]?.continuation = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      dismiss(handle)
    }
    dismiss(handle)
    // Another thread may be carrying out, and then says the farewell, too.
    await withCheckedContinuation { continuation in
      drive(then: continuation) { machine, _, _ in
        machine.unsubscribe(handle)
        if machine.subscriptionCount == 0 { machine.stop() }
      }
    }
  }

  /// Sends data to an identifier that somebody follows; `false` when the subscription is not active now.
  ///
  /// - Parameters:
  ///   - data: The data, with the name of the action.
  ///   - identifier: The subscription.
  public func perform(_ data: JSON, on identifier: CableIdentifier) -> Bool {
    var isSent = false
    let handle = content.withLock { content in content.followers.keys.first { $0.identifier == identifier } }
    guard let handle else { return false }
    drive { machine, _, _ in isSent = machine.perform(data, on: handle) }
    return isSent
  }

  /// How the connection is.
  public var phase: CableMachine.Phase { content.withLock { $0.machine.phase } }

  private func dismiss(_ handle: CableMachine.Handle) {
    content.withLock { $0.followers.removeValue(forKey: handle)?.continuation }?.resume()
  }
}

extension CableClient {
  /// Does something with the machine, and carries out what it wants. One thread at a time carries out, so that all happens
  /// in the machine's order.
  ///
  /// - Parameter waiter: goes on when it is carried out.
  private func drive(
    then waiter: CheckedContinuation<Void, Never>? = nil, _ body: (inout CableMachine, Duration, Double) -> Void
  ) {
    let (now, random) = (clock.now(), random())
    let isMine = content.withLock { content in
      body(&content.machine, now, random)
      content.outputs += content.machine.takeOutputs().map { .output($0) }
      if let waiter { content.outputs.append(.resume(waiter)) }
      defer { content.isCarryingOut = true }
      return !content.isCarryingOut
    }
    guard isMine else { return }
    while let work = nextWork() {
      switch work {
      case .output(let output): carryOut(output)
      case .resume(let waiter): waiter.resume()
      }
    }
    setAlarm()
  }

  private func nextWork() -> Work? {
    content.withLock { content in
      if content.outputs.isEmpty {
        content.isCarryingOut = false
        return nil
      }
      return content.outputs.removeFirst()
    }
  }

  private func carryOut(_ output: CableMachine.Output) {
    switch output {
    case .open(let number):
      // Owned: nobody waits for a connection, which outlives the call that caused it, and `content.task` is what ends it. It
      // ends by itself when the connection does, or cannot be opened; and by `.close`, which the machine wants when the last
      // follower goes, when the server is silent or refuses, and before every `.open` of another connection. It holds the
      // client only while there is a connection or one is being opened, so for no longer than somebody follows.
      let task = Task { [weak self] in await self?.run(number) ?? () }
      content.withLock { $0.task = (number, task) }
    case .send(let number, let text):
      guard let connection = connection(number) else { return }
      // What cannot be sent shows that the server does not read: the connection is given up.
      do throws(WebSocketError) { try connection.send(.text(text)) } catch { connection.close() }
    case .close(let number):
      connection(number)?.close()
      content.withLock { content in
        if content.task?.number == number { content.task?.task.cancel() }
      }
    case .tell(let handle, let event):
      let follower = content.withLock { $0.followers[handle] }
      follower?.hear(event)
      if event == .rejected { dismiss(handle) }
    }
  }

  private func connection(_ number: Int) -> (any WebSocketConnection)? {
    content.withLock { $0.connection?.number == number ? $0.connection?.connection : nil }
  }

  /// One connection, from its beginning to its end.
  private func run(_ number: Int) async {
    let request = await request()
    do throws(WebSocketFailure) {
      let connection = try await transport.open(request, subprotocols: CableMachine.subprotocols)
      content.withLock { $0.connection = (number, connection) }
      drive { machine, _, _ in machine.opened(number, subprotocol: connection.subprotocol) }
      while let message = await connection.receive() {
        guard case .text(let text) = message else { continue }
        drive { machine, now, _ in machine.received(number, text, now: now) }
      }
      connection.close()
      content.withLock { content in
        if content.connection?.number == number { content.connection = nil }
      }
    } catch {
      if case .refused(.status(let status)) = error {
        drive { machine, _, _ in machine.refused(number, status: status) }
      }
    }
    drive { machine, now, _ in machine.closed(number, now: now) }
  }

  private func setAlarm() {
    let (old, next) = content.withLock { content in
      defer { content.alarm = nil }
      return (content.alarm, content.machine.nextDeadline)
    }
    if let old { deadlines.remove(old) }
    guard let next else { return }
    let alarm = deadlines.add(after: max(.zero, next - clock.now())) { [weak self] in
      self?.drive { machine, now, random in machine.wake(now: now, random: random) }
    }
    content.withLock { $0.alarm = alarm }
  }
}
