import Colmeia
import ColmeiaJSON

/// An app and a front end in another language.
///
/// Messages can be passed in on any thread. Changes of the store are sent as they happen, on the thread that reduces.
package final class AppTalk<App: RunnableApp>: Talk {
  /// The maximum time by which the clock can be moved at once, in seconds: one year.
  static var longestAdvance: Double { 31_536_000 }

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

  package func take(_ content: [UInt8], number: Int) -> Bool { take(content, number: number, from: frontEnds.first) }

  /// Processes a message of one front end. Returns `false` if it is the last.
  package func take(_ content: [UInt8], number: Int, from messenger: Messenger) -> Bool {
    // The fast path for actions, the most frequent messages. Errors are reported by the general path below.
    if let action = try? JSON.decode(App.Root.Action.self, ofMember: "dispatch", from: content, .strict) {
      send(action, number, messenger)
      return true
    }
    do throws(JSONError) {
      return try handle(JSON(parsing: content), number, messenger)
    } catch {
      // The error omits the line number, because a message is a single line whose number is reported separately.
      let place = error.column.map { "column \($0)" } ?? "\(error.path)"
      messenger.reportError((place.isEmpty ? "" : place + ": ") + error.message, number: number)
      return true
    }
  }

  /// Processes a parsed message. Returns `false` if it is the last.
  private func handle(_ message: JSON, _ number: Int, _ messenger: Messenger) throws(JSONError) -> Bool {
    if message == "bye" { return false }
    let member = message.object.flatMap { $0.count == 1 ? Array($0).first : nil }
    if let name = member?.key, ["advance", "echo"].contains(name), advancer.isFull {
      throw JSONError(.invalid("too many messages wait for the end of an 'advance'"))
    }
    switch (member?.key, member?.value) {
    case ("dispatch", let action?): send(try self.action(action), number, messenger)
    case ("advance", let value?):
      guard let seconds = value.double, (0...Self.longestAdvance).contains(seconds) else {
        throw JSONError(.invalid("'advance' must be from 0 to \(Int(Self.longestAdvance)) seconds"))
      }
      advancer.advance(by: .milliseconds(Int64((seconds * 1_000).rounded())))
    case ("echo", let value?):
      whenIdle { messenger.send(["echo": value]) }
    case ("answer", let value?): try answer(value)
    case ("hello", _?): throw JSONError(.invalid("the session has already begun; hello is only its first message"))
    case ("end", let value?):
      guard let effect = value.int else { throw JSONError(.invalid("'end' must be the number of an effect")) }
      try claimed.end(effect)
    default:
      throw JSONError(
        .invalid(
          """
          a message is {"dispatch": ACTION}, {"advance": SECONDS}, {"echo": VALUE}, \
          {"answer": {"effect": NUMBER, "action": ACTION}}, {"end": NUMBER} or "bye"
          """))
    }
    return true
  }

  private func send(_ action: App.Root.Action, _ number: Int, _ messenger: Messenger) {
    if running.send(action).outcome == .refused {
      messenger.reportError("the app is too busy: too many actions are pending", number: number)
    }
  }

  private func answer(_ value: JSON) throws(JSONError) {
    guard value.object?.count == 2, let effect = value["effect"]?.int, let action = value["action"] else {
      throw JSONError(.invalid(#"'answer' must be {"effect": NUMBER, "action": ACTION}"#))
    }
    try claimed.answer(effect, self.action(action))
  }

  private func action(_ json: JSON) throws(JSONError) -> App.Root.Action {
    try json.decode(App.Root.Action.self, .strict)
  }

  package func whenIdle(_ body: @escaping @Sendable () -> Void) {
    // Another thread may still be reducing earlier messages.
    advancer.afterwards { [store] in store.whenIdle(body) }
  }

  package func stop() async { await store.shutdown() }
}
