import Colmeia
import ColmeiaJSON
import ColmeiaSecrets

/// One front end in another language, and the app for it.
///
/// Messages may come from any thread. What the store tells goes out from the reducing thread as it happens.
package final class AppTalk<App: RunnableApp>: Talk {
  /// How far time can be moved at once, in seconds: a year.
  static var longestAdvance: Double { 31_536_000 }

  private let store: Store<App.Root>
  private let teller: Teller<App.Root>
  private let audience: Audience<App.Root>
  private let time: ScenarioClock.Time
  private let picture: @Sendable (App.Root.State, String) async -> [UInt8]?

  /// Starts the app on a device of the world. The first front end may have claimed effects.
  init(
    _ world: any RunnableWorld<App.Root>, _ time: ScenarioClock.Time, device name: String = "",
    _ teller: Teller<App.Root>
  ) async throws {
    let device = try await world.makeDevice(name)
    let audience = Audience(teller, device.screen)
    self.teller = teller
    self.audience = audience
    self.time = time
    picture = device.picture
    store = Store(
      device.state, device.reducer, ClaimingHandler(claimed: teller.claimed, others: device.handler),
      clock: ScenarioClock(time, for: .alarm), trace: { event, state in audience.tell(event, state) })
    for action in device.start { store.send(action) }
  }

  /// Another front end looks at the same app, until ``leave(_:)``.
  package func join(_ teller: Teller<App.Root>) { audience.join(teller) }

  /// A front end looks no more.
  package func leave(_ teller: Teller<App.Root>) { audience.leave(teller) }

  /// The bytes of a picture that is shown now.
  package func picture(_ address: String) async -> [UInt8]? {
    guard let state = audience.state else { return nil }
    return await picture(state, address)
  }

  package func take(_ content: [UInt8], number: Int) -> Bool { take(content, number: number, from: teller) }

  /// Does what a message of one front end says; `false` when it is the last.
  package func take(_ content: [UInt8], number: Int, from teller: Teller<App.Root>) -> Bool {
    // What is sent most is read at once; whatever is wrong with it is told below.
    if Dispatch<App.Root.Action>.begins(content),
      let message = try? JSON.decode(Dispatch<App.Root.Action>.self, from: content, .strict),
      !SecureText.mayBe(in: message.dispatch)
    {
      send(message.dispatch, number, teller)
      return true
    }
    do throws(JSONError) {
      return try obey(JSON(parsing: content), number, teller)
    } catch {
      // The line is told apart; a message is one.
      let place = error.column.map { "column \($0)" } ?? "\(error.path)"
      teller.complain((place.isEmpty ? "" : place + ": ") + error.message, number: number)
      return true
    }
  }

  /// Does what a message says; `false` when it is the last.
  private func obey(_ message: JSON, _ number: Int, _ teller: Teller<App.Root>) throws(JSONError) -> Bool {
    if message == "bye" { return false }
    let member = message.object.flatMap { $0.count == 1 ? Array($0).first : nil }
    switch (member?.key, member?.value) {
    case ("dispatch", let action?): send(try self.action(action), number, teller)
    case ("advance", let value?):
      guard let seconds = value.double, (0...Self.longestAdvance).contains(seconds) else {
        throw JSONError(.invalid("'advance' takes 0 to \(Int(Self.longestAdvance)) seconds"))
      }
      time.skip(to: time.now.advanced(by: .milliseconds(Int64(seconds * 1_000))))
    case ("echo", let value?):
      // Another thread may be reducing what was sent before.
      store.whenIdle { teller.say(["echo": value]) }
    case ("answer", let value?): try answer(value)
    case ("end", let value?):
      guard let effect = value.int else { throw JSONError(.invalid("'end' takes the number of an effect")) }
      try teller.claimed.end(effect)
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

  private func send(_ action: App.Root.Action, _ number: Int, _ teller: Teller<App.Root>) {
    if store.send(action).outcome == .refused {
      teller.complain("the app is too busy: too many actions wait", number: number)
    }
  }

  private func answer(_ value: JSON) throws(JSONError) {
    guard value.object?.count == 2, let effect = value["effect"]?.int, let action = value["action"] else {
      throw JSONError(.invalid(#"'answer' takes {"effect": NUMBER, "action": ACTION}"#))
    }
    try teller.claimed.answer(effect, self.action(action))
  }

  /// The action; what is a secret in it is told to nobody.
  private func action(_ json: JSON) throws(JSONError) -> App.Root.Action {
    let action = try json.decode(App.Root.Action.self, .strict)
    let secrets = SecureText.all(in: json, as: action)
    if secrets.count == 1 {
      teller.masker.hide(typed: secrets[0])
    } else {
      for secret in secrets { _ = teller.masker.update { $0.hide(secret) } }
    }
    return action
  }

  package func whenIdle(_ body: @escaping @Sendable () -> Void) { store.whenIdle(body) }

  package func stop() async { await store.shutdown() }
}

/// The message that is sent most.
private struct Dispatch<Action: Decodable>: Decodable {
  let dispatch: Action

  /// Whether bytes look like one.
  static func begins(_ content: [UInt8]) -> Bool {
    content.prefix(64).drop { $0 != UInt8(ascii: "\"") }.starts(with: "\"dispatch\"".utf8)
  }
}
