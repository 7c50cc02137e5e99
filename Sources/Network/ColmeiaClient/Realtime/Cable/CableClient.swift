import ColmeiaBase
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaTransport

/// A client of ActionCable that shares one connection among all followers.
///
/// The connection is opened for the first follower and closed after the last one.
public final class CableClient: Sendable {
  private struct Content {
    var machine: CableMachine
    var followers: [CableMachine.Handle: Follower] = [:]
    var connection: (number: Int, connection: any WebSocketConnection)?
    /// The task that opens the connection and receives from it. It ends with its connection.
    var task: (number: Int, task: Task<Void, Never>)?
    var alarm: (number: Int, time: Duration)?
    var outputs: ArraySlice<Work> = []
    var isCarryingOut = false
  }

  /// A unit of work to perform, in order.
  private enum Work {
    case output(CableMachine.Output)
    /// Resumes a caller that waits until all work before it has been performed.
    case resume(CheckedContinuation<Void, Never>)
  }

  private struct Follower {
    let receive: @Sendable (CableMachine.Event) -> Void
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let content: Guarded<Content>
  private let transport: any WebSocketTransport
  private let request: @Sendable () async -> HTTPRequest
  private let clock: StoreClock
  private let deadlines: Deadlines
  private let random: @Sendable () -> Double

  /// Creates a client that is not connected.
  ///
  /// - Parameters:
  ///   - transport: The transport that opens connections.
  ///   - timing: The timeouts and delays of the client.
  ///   - clock: The clock for timeouts and delays.
  ///   - random: Returns a random number from 0 up to 1, which keeps clients from reconnecting at the same moment.
  ///   - request: Creates the request that opens a connection. It is called for each connection.
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

  /// Follows an identifier until the task is cancelled or the server rejects the subscription.
  ///
  /// The method returns after the server has been told about the end of the subscription.
  ///
  /// - Parameters:
  ///   - identifier: The identifier to follow.
  ///   - receive: A callback for the events of the subscription, called in order, one call at a time.
  public func follow(
    _ identifier: CableIdentifier, _ receive: @escaping @Sendable (CableMachine.Event) -> Void
  ) async {
    let handle = content.withLock { content in
      let handle = content.machine.subscribe(identifier, now: clock.now())
      content.followers[handle] = Follower(receive: receive)
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
    // If another thread is performing the work, it sends the unsubscribe command, too.
    await withCheckedContinuation { continuation in
      drive(then: continuation) { machine, _, _ in
        machine.unsubscribe(handle)
        if machine.subscriptionCount == 0 { machine.stop() }
      }
    }
  }

  /// Sends data to an identifier that has a follower.
  ///
  /// - Parameters:
  ///   - data: The data, including the name of the action.
  ///   - identifier: The identifier of the subscription.
  /// - Returns: Whether the data is sent, unless the connection ends. It is not sent if the subscription is not active.
  public func perform(_ data: JSON, on identifier: CableIdentifier) -> Bool {
    var isSent = false
    let handle = content.withLock { content in content.followers.keys.first { $0.identifier == identifier } }
    guard let handle else { return false }
    drive { machine, _, _ in isSent = machine.perform(data, on: handle) }
    return isSent
  }

  /// The state of the connection.
  public var phase: CableMachine.Phase { content.withLock { $0.machine.phase } }

  private func dismiss(_ handle: CableMachine.Handle) {
    content.withLock { $0.followers.removeValue(forKey: handle)?.continuation }?.resume()
  }
}

extension CableClient {
  /// Updates the machine and performs its outputs. Only one thread at a time performs them, so they take effect
  /// in the machine's order.
  ///
  /// - Parameter waiter: A continuation that is resumed after the outputs have been performed.
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
      let next = content.outputs.popFirst()
      if next == nil { content.isCarryingOut = false }
      return next
    }
  }

  private func carryOut(_ output: CableMachine.Output) {
    switch output {
    case .open(let number):
      // The task is owned by `content.task`, because no caller waits for a connection, which outlives the call that
      // caused it. The task ends by itself when the connection ends or cannot be opened. `.close` also ends it: the
      // machine emits that output when the last follower leaves, when the server is silent or refuses, and before every
      // `.open` of another connection. The task retains the client only while a connection is open or being opened, so
      // no longer than there is a follower.
      let task = Task { [weak self] in await self?.run(number) ?? () }
      content.withLock { $0.task = (number, task) }
    case .send(let number, let text):
      guard let connection = connection(number) else { return }
      // If a message cannot be sent, the server is not reading. Close the connection.
      do throws(WebSocketError) { try connection.send(.text(text)) } catch { connection.close() }
    case .close(let number):
      connection(number)?.close()
      content.withLock { content in
        if content.task?.number == number { content.task?.task.cancel() }
      }
    case .notify(let handle, let event):
      let follower = content.withLock { $0.followers[handle] }
      follower?.receive(event)
      if event == .rejected { dismiss(handle) }
    }
  }

  private func connection(_ number: Int) -> (any WebSocketConnection)? {
    content.withLock { $0.connection?.number == number ? $0.connection?.connection : nil }
  }

  /// Opens one connection and receives from it until it ends.
  private func run(_ number: Int) async {
    let request = await request()
    do throws(WebSocketFailure) {
      let connection = try await transport.open(request, subprotocols: CableMachine.subprotocols)
      // The opening of an earlier connection may end late.
      content.withLock { if $0.connection?.number ?? 0 < number { $0.connection = (number, connection) } }
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

  /// Sets an alarm for the machine's next deadline. An earlier alarm is kept, because each message of the server moves
  /// the deadline. When it rings, it sets the next one.
  private func setAlarm() {
    content.withLock { content in
      guard let next = content.machine.nextDeadline else {
        if let alarm = content.alarm.take() { deadlines.remove(alarm.number) }
        return
      }
      if let alarm = content.alarm {
        if alarm.time <= next { return }
        deadlines.remove(alarm.number)
      }
      let number = deadlines.add(after: max(.zero, next - clock.now())) { [weak self] in self?.ring(next) }
      content.alarm = (number, next)
    }
  }

  private func ring(_ time: Duration) {
    content.withLock { if $0.alarm?.time == time { $0.alarm = nil } }
    drive { machine, now, random in machine.wake(now: now, random: random) }
  }
}
