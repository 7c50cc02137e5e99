import Colmeia
import ColmeiaJSON
import ColmeiaWorld

/// An app and a front end in another language.
///
/// Messages can be passed in on any thread. Changes of the store are sent as they happen, on the thread that reduces.
package final class AppSession<App: RunnableApp>: FrontEndSession {
  private let running: RunningStore<App.Root>
  private var store: Store<App.Root> { running.store }
  private let claimed: ClaimedEffects<App.Root.Effect, App.Root.Action>
  private let frontEnds: FrontEnds
  private let advancer: Advancer
  private let screen: @Sendable (App.Root.State, String?) -> (any Encodable)?
  private let picture: @Sendable (App.Root.State, String) async -> [UInt8]?

  /// Starts the app on a device of the world.
  init(
    _ world: any RunnableWorld<App.Root>, _ advancer: Advancer, device name: String = "",
    _ frontEnds: FrontEnds
  ) async throws {
    var device = try await world.makeDevice(name)
    let claimed = ClaimedEffects<App.Root.Effect, App.Root.Action>(frontEnds.first.claims, frontEnds.first.carrier)
    let own = WatchedHandler(base: device.handler, time: advancer.time)
    device.handler = ClaimingHandler(claimed: claimed, others: own)
    let screen = device.screen
    running = device.makeStore(advancer.time) { event, state, hasRequests in
      let state = copy state
      frontEnds.show(state, { screen(state, $0) }, effects: hasRequests ? Self.started(event, but: claimed) : [])
      if hasRequests { for case .report(let problem) in event.requests { frontEnds.report("\(problem)") } }
    }
    (self.claimed, self.frontEnds, self.advancer) = (claimed, frontEnds, advancer)
    (self.screen, picture) = (screen, device.picture)
    for action in device.start { _ = running.send(action) }
  }

  /// Returns the effects that an event starts, except those that the front end has claimed.
  private static func started(
    _ event: TraceEvent<App.Root.Action, App.Root.Effect>, but claimed: ClaimedEffects<App.Root.Effect, App.Root.Action>
  ) -> [JSON] {
    guard case .step(let step) = event else { return [] }
    return step.requests.compactMap { request in
      guard case .start(_, let effect) = request, !claimed.isClaimed(effect) else { return nil }
      return (try? JSON(encoding: effect)) ?? .null
    }
  }

  /// Adds another front end to the same app, until ``leave(_:)`` is called.
  package func join(_ messenger: Messenger) {
    frontEnds.join(messenger) {
      let state = store.state
      return (state, { self.screen(state, $0) })
    }
  }

  /// Removes a front end.
  package func leave(_ messenger: Messenger) { frontEnds.leave(messenger) }

  /// Returns the bytes of a picture that is currently shown.
  package func picture(_ address: String) async -> [UInt8]? { await picture(store.state, address) }

  package func receive(_ content: [UInt8], number: Int) -> Bool {
    receive(content, number: number, from: frontEnds.first)
  }

  /// Processes a message of one front end. Returns `false` if it is the last.
  package func receive(_ content: [UInt8], number: Int, from messenger: Messenger) -> Bool {
    do throws(ProtocolError) {
      return try handle(MessageToApp(parsing: content), messenger)
    } catch {
      messenger.send(.error(error.on(line: number)))
      return true
    }
  }

  private func handle(
    _ message: MessageToApp<App.Root.Action>, _ messenger: Messenger
  ) throws(ProtocolError) -> Bool {
    switch message {
    case .hello:
      throw ProtocolError(.invalidMessage, "the session has already begun; hello is only its first message")
    case .dispatch(let action):
      if running.send(action).outcome == .refused { throw .busy("too many actions are pending") }
    case .advance(let seconds):
      try checkRoom()
      advancer.advance(by: seconds.duration)
    case .echo(let value):
      try checkRoom()
      whenIdle { messenger.send(.echo(value)) }
    case .answer(let effect, let action): try claimed.answer(effect, action)
    case .end(let effect): try claimed.end(effect)
    case .bye: return false
    }
    return true
  }

  private func checkRoom() throws(ProtocolError) {
    if advancer.isFull { throw .busy("too many messages wait for the end of an 'advance'") }
  }

  package func whenIdle(_ body: @escaping @Sendable () -> Void) {
    // Another thread may still be reducing earlier messages.
    advancer.afterwards { [store] in store.whenIdle(body) }
  }

  package func stop() async { await store.shutdown() }
}
