import Colmeia
import ColmeiaJSON
import Foundation

/// One front end in another process, and the app for it.
///
/// Lines come in one at a time and are answered in their order. What the store tells goes out from the reducing thread as
/// it happens, under one lock, so that no line is mixed with another.
final class ServeSession<App: RunnableApp>: Sendable {
  /// The version of the messages.
  static var protocolVersion: Int { 1 }
  /// How long a line may be.
  static var lineLimit: Int { 1 << 20 }

  private struct Sent: Sendable {
    var state: JSON?
    var screen: JSON?
    var sequence = 0
  }

  private let app: App
  private let world: any RunnableWorld<App.Root>
  private let time: ScenarioClock.Time
  private let sent = Guarded(Sent())
  private let output = Guarded(())

  init(_ app: App, _ world: any RunnableWorld<App.Root>, _ time: ScenarioClock.Time) {
    self.app = app
    self.world = world
    self.time = time
  }

  func run() async throws -> ExitCode {
    guard await greet() else { return .usage }
    let device = try await world.makeDevice("")
    let store = Store(
      device.state, device.reducer, device.handler, clock: ScenarioClock(time, forEffects: false),
      trace: { [self] event, state in tell(event, state, device.screen) })
    for action in device.start { store.send(action) }
    await read(store)
    await store.shutdown()
    return .success
  }

  /// The front end says hello first; a version that is not spoken here ends the talk.
  private func greet() async -> Bool {
    guard let line = await StandardInput.line(limit: Self.lineLimit) else { return false }
    let version = (try? JSON(parsing: line))?["hello"]?["protocol"]?.int
    guard version == Self.protocolVersion else {
      put(["error": ["message": .string("hello with protocol \(Self.protocolVersion) is needed first"), "line": 1]])
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
    var number = 1
    while let line = await StandardInput.line(limit: Self.lineLimit) {
      number += 1
      do throws(JSONError) {
        if try !obey(JSON(parsing: line), store) { return }
      } catch {
        put(["error": ["message": .string("\(error)"), "line": .number(JSONNumber(number))]])
      }
    }
  }

  /// Does what a message says; `false` when it is the last.
  private func obey(_ message: JSON, _ store: Store<App.Root>) throws(JSONError) -> Bool {
    if message == "bye" || message["bye"] != nil { return false }
    if let action = message["dispatch"] {
      store.send(try action.decode(App.Root.Action.self, .strict))
    } else if let seconds = message["advance"]?.double {
      time.skip(to: time.now.advanced(by: .milliseconds(Int64(seconds * 1_000))))
    } else {
      throw JSONError(.invalid("a message is {\"dispatch\": ACTION}, {\"advance\": SECONDS} or \"bye\""))
    }
    return true
  }

  private func tell(
    _ event: TraceEvent<App.Root.Action, App.Root.Effect>, _ state: borrowing App.Root.State,
    _ screen: (App.Root.State) -> JSON?
  ) {
    let state = copy state
    if let json = try? JSON(encoding: state, .complete) { put(changes(json, screen(state))) }
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
    let text = messages.map { $0.text() + "\n" }.joined()
    output.withLock { _ in FileHandle.standardOutput.write(Data(text.utf8)) }
  }
}

/// Lines of standard input, read in a thread of their own: reading blocks, and tasks must not.
enum StandardInput {
  /// The next line without its end; `nil` at the end of the input, or when a line is longer than `limit` bytes.
  static func line(limit: Int) async -> String? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let line = readLine(strippingNewline: true)
        continuation.resume(returning: line.flatMap { $0.utf8.count <= limit ? $0 : nil })
      }
    }
  }
}
