import Colmeia
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaSync

/// One front end in another process, and the app for it.
///
/// Lines come in one at a time and are answered in their order. What the store tells goes out from the reducing thread as
/// it happens, under one lock, so that no line is mixed with another.
final class ServeSession<App: RunnableApp>: Sendable {
  /// The version of the messages.
  static var protocolVersion: Int { 1 }
  /// How far time can be moved at once, in seconds: a year.
  static var longestAdvance: Double { 31_536_000 }

  private struct Sent: Sendable {
    var state: JSON?
    var screen: JSON?
    var sequence = 0
  }

  private let app: App
  private let world: any RunnableWorld<App.Root>
  private let time: ScenarioClock.Time
  private let input: InputLines
  /// What is a secret: all that is written goes through it.
  private let masker: SharedMasker
  private let write: @Sendable (String) -> Void
  private let sent = Guarded(Sent())
  private let output = Guarded(())

  /// A session that reads from `input`; `write` is called with whole lines, one call at a time.
  init(
    _ app: App, _ world: any RunnableWorld<App.Root>, _ time: ScenarioClock.Time, _ input: InputLines,
    masker: SharedMasker = SharedMasker(), write: @escaping @Sendable (String) -> Void
  ) {
    self.app = app
    self.world = world
    self.time = time
    self.input = input
    self.masker = masker
    self.write = write
  }

  func run() async throws -> ExitCode {
    guard await greet() else { return .usage }
    let device = try await world.makeDevice("")
    let store = Store(
      device.state, device.reducer, device.handler, clock: ScenarioClock(time, for: .alarm),
      trace: { [self] event, state in tell(event, state, device.screen) })
    for action in device.start { store.send(action) }
    await read(store)
    await store.shutdown()
    return .success
  }

  /// The front end says hello first; a version that is not spoken here ends the talk.
  private func greet() async -> Bool {
    guard let line = await input.next() else { return false }
    let version = line.content.flatMap { try? JSON(parsing: $0) }?["hello"]?["protocol"]?.int
    guard version == Self.protocolVersion else {
      complain("hello with protocol \(Self.protocolVersion) is needed first", line)
      return false
    }
    put([
      "hello": [
        "protocol": .number(JSONNumber(Self.protocolVersion)), "app": .string(app.name),
        "version": .string(app.version),
        "origin": world.origin.map(JSON.string) ?? .null,
      ]
    ])
    return true
  }

  private func read(_ store: Store<App.Root>) async {
    while let line = await input.next() {
      guard let content = line.content else {
        complain("a line has at most \(input.limit) bytes", line)
        continue
      }
      do throws(JSONError) {
        if try !obey(JSON(parsing: content), store, line) { return }
      } catch {
        // The line is told apart; a message is one.
        let place = error.column.map { "column \($0)" } ?? "\(error.path)"
        complain((place.isEmpty ? "" : place + ": ") + error.message, line)
      }
    }
  }

  private func complain(_ message: String, _ line: InputLines.Line) {
    put(["error": ["message": .string(message), "line": .number(JSONNumber(line.number))]])
  }

  /// Does what a message says; `false` when it is the last.
  private func obey(
    _ message: JSON, _ store: Store<App.Root>, _ line: InputLines.Line
  ) throws(JSONError) -> Bool {
    if message == "bye" { return false }
    let member = message.object.flatMap { $0.count == 1 ? Array($0).first : nil }
    switch (member?.key, member?.value) {
    case ("dispatch", let action?):
      let decoded = try action.decode(App.Root.Action.self, .strict)
      for secret in SecureText.all(in: action, as: decoded) { _ = masker.update { $0.hide(secret) } }
      if store.send(decoded).outcome == .refused {
        complain("the app is too busy: too many actions wait", line)
      }
    case ("advance", let value?):
      guard let seconds = value.double, (0...Self.longestAdvance).contains(seconds) else {
        throw JSONError(.invalid("'advance' takes 0 to \(Int(Self.longestAdvance)) seconds"))
      }
      time.skip(to: time.now.advanced(by: .milliseconds(Int64(seconds * 1_000))))
    case ("echo", let value?): put(["echo": value])
    default:
      throw JSONError(
        .invalid("a message is {\"dispatch\": ACTION}, {\"advance\": SECONDS}, {\"echo\": VALUE} or \"bye\""))
    }
    return true
  }

  private func tell(
    _ event: TraceEvent<App.Root.Action, App.Root.Effect>, _ state: borrowing App.Root.State,
    _ screen: (App.Root.State) -> JSON?
  ) {
    let state = copy state
    // Changes are those of what the front end knows, which is masked.
    if let json = try? JSON(encoding: state, .complete) { put(changes(masker(json), screen(state).map { masker($0) })) }
    guard case .step(let step) = event else { return }
    for case .start(_, let effect) in step.requests {
      put(["effect": (try? JSON(encoding: effect)) ?? .null])
    }
  }

  /// The messages that bring the front end from what it knows to what is.
  private func changes(_ state: JSON, _ screen: JSON?) -> [JSON] {
    sent.withLock { sent in
      var messages: [JSON] = []
      if let known = sent.state {
        let patch = JSONPatch.between(known, state)
        if patch.array?.isEmpty == false {
          sent.sequence += 1
          messages.append(["patch": patch, "sequence": .number(JSONNumber(sent.sequence))])
        }
      } else {
        messages.append(["state": state, "sequence": 0])
      }
      if let screen, screen != sent.screen { messages.append(["screen": screen]) }
      sent.state = state
      sent.screen = screen
      return messages
    }
  }

  private func put(_ message: JSON) { put([message]) }

  private func put(_ messages: [JSON]) {
    if messages.isEmpty { return }
    let masker = masker.current
    let text = messages.map { masker($0).text() + "\n" }.joined()
    output.withLock { _ in write(text) }
  }
}
