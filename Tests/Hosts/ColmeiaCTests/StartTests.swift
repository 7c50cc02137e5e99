import CColmeia
import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaC

/// Calls a closure for each action.
private struct Relay: Reducer {
  struct State: Codable, Sendable { var count = 0 }
  enum Action: Codable, CaseIterable, Sendable { case pass, rest }
  enum Effect: Codable, Equatable, Sendable { case none }
  let onPass: @Sendable (Int) -> Void

  func reduce(into state: inout State, action: Action) -> Effects {
    if action == .pass { state.count += 1 }
    onPass(state.count)
    return .none
  }
}

private struct RelayApp: RunnableApp {
  struct Handler: EffectHandler {
    func work(for effect: Relay.Effect) -> Work<Relay.Action> { .done }
  }
  let name = "relay"
  let mayStart: Awaited<Bool>
  var start: [Relay.Action] = []
  let onPass: @Sendable (Int) -> Void

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Relay> {
    _ = await mayStart.first { $0 ? true : nil }
    return LocalWorld { Device(Relay.State(), Relay(onPass: onPass), Handler(), start: start) }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct StartTests {
  /// Each message is sent while the previous one is processed, as by a host that always waits for the change and sends
  /// again. The app then passes on early messages again and again before the host's threads call it directly.
  @Test func `A host that sends one message after another while the app starts is never refused`() throws {
    let mayStart = Awaited(false)
    let handle = Guarded<UInt64>(0)
    let refused = Guarded<[Int32]>([])
    let message = #"{"dispatch": "pass"}"#
    @Sendable func send() {
      let answer = colmeia_send(handle.withLock { $0 }, message, message.utf8.count)
      if answer != 0 { refused.withLock { $0.append(answer) } }
    }
    let app = RelayApp(mayStart: mayStart) { if $0 < 200 { send() } }
    let host = Host(handle: CInterface.create(app, nil, 0, nil))
    handle.withLock { $0 = host.handle }
    send()
    mayStart.change { $0 = true }
    while let text = host.next(60_000).message, text["patch"]?["changes"]?.array?.first?["value"] != 200 {}
    #expect(refused.withLock { $0 } == [])
  }

  /// The app's start is held up after its first messages have been sent, so that the host takes all of them.
  @Test func `A host that was refused while the app starts gets a message when it can send again`() {
    let isFirst = Guarded(true)
    let (mayStart, mayGoOn) = (Awaited(false), DispatchSemaphore(value: 0))
    let app = RelayApp(mayStart: mayStart, start: [.rest]) { _ in
      if isFirst.withLock({ exchange(&$0, with: false) }) { mayGoOn.wait() }
    }
    let (host, rest) = (Host(handle: CInterface.create(app, nil, 0, nil)), #"{"dispatch": "rest"}"#)
    while host.send(rest) == .ok {}
    mayStart.change { $0 = true }
    #expect(host.messages(upTo: "state").last?["state"]?["value"] == ["count": 0])
    #expect(host.send(rest) == .full && host.next().answer == .nothing)
    mayGoOn.signal()
    #expect(host.next(60_000).message?["state"]?["value"] == ["count": 0])
    #expect(host.send(rest) == .ok)
  }

  @Test func `A host that was refused while the app starts receives a patch for each of its actions`() {
    let mayStart = Awaited(false)
    let app = RelayApp(mayStart: mayStart, start: []) { _ in }
    let host = Host(handle: CInterface.create(app, nil, 0, nil))
    var sent = 0
    while host.send(#"{"dispatch": "pass"}"#) == .ok { sent += 1 }
    mayStart.change { $0 = true }
    var patches = 0
    while patches < sent, let message = host.next(60_000).message { patches += message["patch"] == nil ? 0 : 1 }
    #expect(sent > 1_000 && patches == sent)
  }
}
