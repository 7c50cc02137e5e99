import TestSupport
import Testing

@testable import ColmeiaClient

/// Tests of the ActionCable client: each rule of the protocol, and the official client's timing.
@Suite struct CableMachineTests {
  static let room = CableIdentifier(text: #"{"channel":"ChatChannel","event_id":7}"#)
  static let other = CableIdentifier(text: #"{"channel":"ChatChannel","event_id":8}"#)

  static func text(_ type: String, _ identifier: CableIdentifier? = nil, _ more: JSON? = nil) -> String {
    var object = JSONObject()
    object["type"] = .string(type)
    if let identifier { object["identifier"] = .string(identifier.text) }
    for member in more?.object ?? JSONObject() { object[member.key] = member.value }
    return JSON.object(object).text()
  }

  static func message(_ identifier: CableIdentifier, _ json: JSON) -> String {
    var object = JSONObject()
    object["identifier"] = .string(identifier.text)
    object["message"] = json
    return JSON.object(object).text()
  }

  static func subscribe(_ identifier: CableIdentifier) -> String {
    CableMessage.command("subscribe", identifier)
  }

  /// Returns a machine that has received the server's welcome message.
  static func welcomed() -> CableMachine {
    var machine = CableMachine()
    machine.start(now: .zero, random: 0)
    machine.opened(1, subprotocol: "actioncable-v1-json")
    machine.received(1, text("welcome"), now: .zero)
    _ = machine.takeOutputs()
    return machine
  }

  @Test func `Identifiers are sent byte for byte and built in the given order`() {
    var parameters = JSONObject()
    parameters["event_id"] = 7
    #expect(CableIdentifier(channel: "ChatChannel", parameters) == Self.room)
    #expect(
      Self.subscribe(Self.room)
        == #"{"command":"subscribe","identifier":"{\"channel\":\"ChatChannel\",\"event_id\":7}"}"#)
    #expect(
      CableMessage.command("message", Self.room, data: ["action": "speak", "message": "oi"])
        == #"{"command":"message","identifier":"{\"channel\":\"ChatChannel\",\"event_id\":7}","data":"{\"action\":\"speak\",\"message\":\"oi\"}"}"#
    )
  }

  @Test func `A subscription is requested after the welcome and can send only once it is confirmed`() {
    var machine = CableMachine()
    machine.start(now: .zero, random: 0)
    let handle = machine.subscribe(Self.room, now: .zero)
    machine.opened(1, subprotocol: "actioncable-v1-json")
    #expect(machine.takeOutputs() == [.open(1)] && machine.phase == .connecting)
    machine.received(1, Self.text("welcome"), now: .zero)
    #expect(machine.takeOutputs() == [.send(1, Self.subscribe(Self.room))])
    var isSent = machine.perform(["action": "speak"], on: handle)
    #expect(!isSent)
    machine.received(1, Self.text("confirm_subscription", Self.room), now: .zero)
    #expect(machine.takeOutputs() == [.notify(handle, .confirmed(isAgain: false))])
    isSent = machine.perform(["action": "speak"], on: handle)
    #expect(isSent)
    machine.received(1, Self.message(Self.room, ["id": 1]), now: .zero)
    machine.received(1, Self.message(Self.other, ["id": 2]), now: .zero)
    #expect(
      machine.takeOutputs() == [
        .send(1, CableMessage.command("message", Self.room, data: ["action": "speak"])),
        .notify(handle, .message(["id": 1])),
      ])
  }

  @Test func `Subscribers that share an identifier subscribe once, unsubscribe once and each receive every message`() {
    var machine = Self.welcomed()
    let first = machine.subscribe(Self.room, now: .zero)
    let second = machine.subscribe(Self.room, now: .zero)
    #expect(machine.takeOutputs() == [.send(1, Self.subscribe(Self.room))])
    machine.received(1, Self.text("confirm_subscription", Self.room), now: .zero)
    let third = machine.subscribe(Self.room, now: .zero)
    machine.received(1, Self.message(Self.room, "oi"), now: .zero)
    let handles = [first, second, third]
    #expect(
      machine.takeOutputs() == handles.map { .notify($0, .confirmed(isAgain: false)) }
        + handles.map { .notify($0, .message("oi")) })
    machine.unsubscribe(second)
    machine.unsubscribe(first)
    machine.unsubscribe(first)
    #expect(machine.takeOutputs() == [])
    machine.unsubscribe(third)
    #expect(machine.takeOutputs() == [.send(1, CableMessage.command("unsubscribe", Self.room))])
    machine.received(1, Self.message(Self.room, "late"), now: .zero)
    #expect(machine.takeOutputs() == [] && machine.subscriptionCount == 0)
  }

  @Test(arguments: [(400, true), (401, true), (404, true), (408, false), (429, false), (500, false), (503, false)])
  func `A handshake that is refused permanently ends the client with the reason`(status: Int, isFinal: Bool) {
    var machine = CableMachine()
    let handle = machine.subscribe(Self.room, now: .zero)
    machine.start(now: .zero, random: 0)
    _ = machine.takeOutputs()
    machine.refused(1, status: status)
    machine.closed(1, now: .seconds(1))
    #expect((machine.phase == .refused(reason: "HTTP \(status)")) == isFinal)
    #expect(machine.takeOutputs().contains(.notify(handle, .disconnected(willReconnect: false))) == isFinal)
    machine.wake(now: .seconds(3_600), random: 0)
    #expect((machine.takeOutputs() == []) == isFinal)
  }

  @Test func `A rejected subscription is forgotten`() {
    var machine = Self.welcomed()
    let handle = machine.subscribe(Self.room, now: .zero)
    _ = machine.takeOutputs()
    machine.received(1, Self.text("reject_subscription", Self.room), now: .zero)
    #expect(machine.takeOutputs() == [.notify(handle, .rejected)])
    #expect(machine.subscriptionCount == 0 && machine.nextDeadline == .seconds(6))
    machine.unsubscribe(handle)
    #expect(machine.takeOutputs() == [])
  }

  @Test func `An unconfirmed subscription is requested again until the server confirms it`() {
    var machine = Self.welcomed()
    let handle = machine.subscribe(Self.room, now: .seconds(1))
    _ = machine.takeOutputs()
    for number in 1...3 {
      let now = Duration.seconds(1) + .milliseconds(500) * number
      #expect(machine.nextDeadline == now)
      machine.wake(now: now - .milliseconds(1), random: 0)
      #expect(machine.takeOutputs() == [])
      machine.wake(now: now, random: 0)
      #expect(machine.takeOutputs() == [.send(1, Self.subscribe(Self.room))])
    }
    machine.received(1, Self.text("confirm_subscription", Self.room), now: .seconds(3))
    // A second confirmation, of a subscription that was requested twice, changes nothing.
    machine.received(1, Self.text("confirm_subscription", Self.room), now: .seconds(3))
    machine.wake(now: .seconds(4), random: 0)
    #expect(machine.takeOutputs() == [.notify(handle, .confirmed(isAgain: false))])
  }

  @Test(arguments: [
    "", "nonsense", "[]", "7", "{}", #"{"type":"news"}"#, #"{"type":"confirm_subscription"}"#, #"{"identifier":7}"#,
    #"{"identifier":"x"}"#, #"{"type":7,"identifier":"x","message":1}"#,
    #"{"identifier":"unknown","message":1}"#, #"{"type":"reject_subscription","identifier":"unknown"}"#,
  ])
  func `An invalid or unknown message changes nothing`(text: String) {
    var machine = Self.welcomed()
    _ = machine.subscribe(Self.room, now: .zero)
    _ = machine.takeOutputs()
    machine.received(1, text, now: .zero)
    #expect(machine.takeOutputs() == [] && machine.phase == .connected && machine.subscriptionCount == 1)
  }

  @Test func `Stopping closes the connection and keeps the subscriptions`() {
    var machine = Self.welcomed()
    let handle = machine.subscribe(Self.room, now: .zero)
    _ = machine.takeOutputs()
    machine.stop()
    machine.stop()
    #expect(machine.takeOutputs() == [.close(1)] && machine.nextDeadline == nil && machine.phase == .stopped)
    machine.start(now: .seconds(9), random: 0)
    machine.opened(2, subprotocol: "actioncable-v1-json")
    machine.received(2, Self.text("welcome"), now: .seconds(9))
    #expect(machine.takeOutputs() == [.open(2), .send(2, Self.subscribe(Self.room))])
    machine.unsubscribe(handle)
  }

  /// Only handles that were subscribed receive events, and every subscription that the server finally confirms is
  /// reported.
  @Test(arguments: 0..<300) func `Random histories end with all subscriptions confirmed`(seed: UInt64) {
    var random = SplitMix(state: seed)
    var machine = CableMachine()
    var (now, handles, active, open): (Duration, [CableMachine.Handle], Set<CableMachine.Handle>, Int?) = (
      .zero, [], [], nil
    )
    func check(_ machine: inout CableMachine) {
      for output in machine.takeOutputs() {
        switch output {
        case .open(let number): open = number
        case .close(let number): if open == number { open = nil }
        case .send(let number, _): #expect(number == open)
        case .notify(let handle, let event):
          #expect(handles.contains(handle))
          switch event {
          case .confirmed: active.insert(handle)
          case .rejected, .disconnected: active.remove(handle)
          case .message: break
          }
        }
      }
    }
    for _ in 0..<200 {
      let identifier = [Self.room, Self.other].randomElement(using: &random) ?? Self.room
      switch Int.random(in: 0..<12, using: &random) {
      case 0: machine.start(now: now, random: 0.3)
      case 1: handles.append(machine.subscribe(identifier, now: now))
      case 2:
        if let handle = handles.randomElement(using: &random) {
          machine.unsubscribe(handle)
          active.remove(handle)
        }
      case 3: if let open { machine.opened(open, subprotocol: "actioncable-v1-json") }
      case 4, 5: if let open { machine.received(open, Self.text("welcome"), now: now) }
      case 6, 7: if let open { machine.received(open, Self.text("confirm_subscription", identifier), now: now) }
      case 8: if let open { machine.received(open, Self.message(identifier, 1), now: now) }
      case 9:
        if let number = open {
          open = nil
          machine.closed(number, now: now)
        }
      case 10: if let open { machine.received(open, Self.text("reject_subscription", identifier), now: now) }
      default:
        now += .milliseconds(Int.random(in: 1...9_000, using: &random))
        machine.wake(now: now, random: 0.1)
      }
      check(&machine)
      for handle in active {
        let isSent = machine.perform([:], on: handle)
        #expect(isSent)
      }
      check(&machine)
    }
    // Finally, the server confirms everything.
    machine.start(now: now, random: 0)
    for _ in 0..<40 {
      check(&machine)
      if let open {
        machine.opened(open, subprotocol: "actioncable-v1-json")
        machine.received(open, Self.text("welcome"), now: now)
        for identifier in [Self.room, Self.other] {
          machine.received(open, Self.text("confirm_subscription", identifier), now: now)
        }
        check(&machine)
        break
      }
      now += .seconds(2)
      machine.wake(now: now, random: 0)
    }
    #expect(machine.phase == .connected)
    #expect(Set(active.map(\.identifier)).count == machine.subscriptionCount)
  }
}
