import TestSupport
import Testing

@testable import ColmeiaClient

/// Tests of connections that are lost, silent, refused or use another subprotocol.
extension CableMachineTests {
  @Test func `A lost connection is opened again, and its subscriptions are renewed`() {
    var machine = Self.welcomed()
    let handle = machine.subscribe(Self.room, now: .zero)
    machine.received(1, Self.text("confirm_subscription", Self.room), now: .zero)
    _ = machine.takeOutputs()
    machine.closed(1, now: .seconds(1))
    #expect(machine.takeOutputs() == [.notify(handle, .disconnected(willReconnect: true))])
    let isSent = machine.perform([:], on: handle)
    #expect(machine.phase == .waiting && !isSent)
    // The connection is stale at the first check, but the loss is too recent to reconnect.
    machine.wake(now: .seconds(6.5), random: 0)
    #expect(machine.takeOutputs() == [])
    let next = machine.nextDeadline ?? .zero
    #expect(next == .seconds(6.5) + .seconds(6 * 1.15))
    machine.wake(now: next, random: 0)
    #expect(machine.takeOutputs() == [.open(2)])
    machine.received(1, Self.text("welcome"), now: next)  // from the old connection
    machine.opened(2, subprotocol: "actioncable-v1-json")
    machine.received(2, Self.text("welcome"), now: next)
    machine.received(2, Self.text("confirm_subscription", Self.room), now: next)
    #expect(
      machine.takeOutputs() == [.send(2, Self.subscribe(Self.room)), .notify(handle, .confirmed(isAgain: true))])
  }

  @Test func `Six seconds of silence end a connection, and the next one is opened half a second later`() {
    var machine = Self.welcomed()
    machine.received(1, Self.text("ping", nil, ["message": 1]), now: .seconds(3))
    machine.wake(now: .seconds(6), random: 0)
    #expect(machine.takeOutputs() == [])
    machine.wake(now: .seconds(12), random: 0)
    #expect(machine.takeOutputs() == [.close(1)] && machine.phase == .waiting)
    #expect(machine.nextDeadline == .seconds(12.5))
    machine.wake(now: .seconds(12.5), random: 0)
    #expect(machine.takeOutputs() == [.open(2)])
    machine.closed(1, now: .seconds(13))  // the end of the old connection is ignored
    #expect(machine.takeOutputs() == [] && machine.phase == .connecting)
  }

  @Test func `A connection that cannot be opened is retried with increasing delays`() {
    var machine = CableMachine()
    machine.start(now: .zero, random: 0)
    var (now, waits, opens): (Duration, [Duration], Int) = (.zero, [], 0)
    for _ in 0..<40 {
      for case .open(let number) in machine.takeOutputs() {
        opens += 1
        machine.closed(number, now: now)
      }
      guard let next = machine.nextDeadline else { break }
      waits.append(next - now)
      now = next
      machine.wake(now: now, random: 0.5)
    }
    // 6 s × 1.15¹⁰ × (1 + 0.15 × 0.5)
    let longest = (waits.max() ?? .zero) / .seconds(1)
    #expect(opens > 15 && abs(longest - 26.094) < 0.001, "\(longest)")
    #expect(machine.phase == .waiting || machine.phase == .connecting)
  }

  @Test(arguments: [
    ("unauthorized", false as Bool?, CableMachine.Phase.refused(reason: "unauthorized")),
    ("invalid_request", false, .refused(reason: "invalid_request")), ("server_restart", true, .waiting),
    ("remote", nil, .waiting),
  ])
  func `The server decides whether the client reconnects`(reason: String, reconnect: Bool?, phase: CableMachine.Phase) {
    var more = JSONObject()
    more["reason"] = .string(reason)
    if let reconnect { more["reconnect"] = .bool(reconnect) }
    var machine = Self.welcomed()
    let handle = machine.subscribe(Self.room, now: .zero)
    _ = machine.takeOutputs()
    machine.received(1, Self.text("disconnect", nil, .object(more)), now: .zero)
    #expect(machine.takeOutputs() == [.close(1), .notify(handle, .disconnected(willReconnect: phase == .waiting))])
    #expect(machine.phase == phase && (machine.nextDeadline == nil) == (phase != .waiting))
  }

  @Test(arguments: [nil, "actioncable-unsupported", "chat"])
  func `A server that selects another subprotocol is not retried`(subprotocol: String?) {
    var machine = CableMachine()
    machine.start(now: .zero, random: 0)
    machine.opened(1, subprotocol: subprotocol)
    #expect(machine.takeOutputs() == [.open(1), .close(1)] && machine.nextDeadline == nil)
    // The client connects again only if it is started again.
    machine.start(now: .seconds(1), random: 0)
    #expect(machine.takeOutputs() == [.open(2)])
  }
}
