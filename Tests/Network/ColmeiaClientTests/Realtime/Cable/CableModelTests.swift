import TestSupport
import Testing

@testable import ColmeiaClient

/// A server of ActionCable: it confirms a subscription that it doesn't have yet, and ignores one that it has.
private struct ModelServer {
  var subscribed: Set<CableIdentifier> = []
  var commands: [(name: String, identifier: CableIdentifier)] = []
  var answers: [String] = []

  mutating func receive(_ outputs: [CableMachine.Output]) {
    for case .send(_, let text) in outputs {
      guard let json = try? JSON(parsing: text), let name = json["command"]?.string,
        let identifier = json["identifier"]?.string, name != "message"
      else { continue }
      commands.append((name, CableIdentifier(text: identifier)))
    }
  }

  /// Carries out the command at a place in the queue.
  mutating func carryOut(_ index: Int) {
    let (name, identifier) = commands.remove(at: index)
    if name == "unsubscribe" {
      subscribed.remove(identifier)
    } else if subscribed.insert(identifier).inserted {
      answers.append(CableMachineTests.text("confirm_subscription", identifier))
    }
  }
}

@Suite struct CableModelTests {
  private static let rooms = [CableMachineTests.room, CableMachineTests.other]

  @Test func `A confirmation that comes after leaving is answered with unsubscribe`() {
    var machine = CableMachineTests.welcomed()
    let handle = machine.subscribe(Self.rooms[0], now: .zero)
    _ = machine.takeOutputs()
    machine.unsubscribe(handle)
    #expect(machine.takeOutputs() == [] && machine.subscriptionCount == 0)
    machine.received(1, CableMachineTests.text("confirm_subscription", Self.rooms[0]), now: .zero)
    #expect(machine.takeOutputs() == [.send(1, CableMessage.command("unsubscribe", Self.rooms[0]))])
    machine.received(1, CableMachineTests.text("confirm_subscription", Self.rooms[1]), now: .zero)
    #expect(machine.takeOutputs() == [.send(1, CableMessage.command("unsubscribe", Self.rooms[1]))])
  }

  @Test func `Whoever follows again before the confirmation gets it, without another command`() {
    var machine = CableMachineTests.welcomed()
    let first = machine.subscribe(Self.rooms[0], now: .zero)
    machine.unsubscribe(first)
    let second = machine.subscribe(Self.rooms[0], now: .zero)
    #expect(machine.takeOutputs() == [.send(1, CableMachineTests.subscribe(Self.rooms[0]))])
    machine.received(1, CableMachineTests.text("confirm_subscription", Self.rooms[0]), now: .zero)
    #expect(machine.takeOutputs() == [.notify(second, .confirmed(isAgain: false))])
    let isSent = machine.perform(["action": "speak"], on: second)
    #expect(isSent)
  }

  @Test(arguments: [true, false]) func `In the end, the server has what is followed, and nothing is sent any more`(
    isOrdered: Bool
  ) {
    for seed in 0..<400 {
      var (random, machine, server) = (SplitMix(state: UInt64(seed)), CableMachineTests.welcomed(), ModelServer())
      var (handles, now): ([CableMachine.Handle], Duration) = ([], .zero)
      func step(_ choice: Int) {
        switch choice {
        case 0, 1: handles.append(machine.subscribe(Self.rooms[random.below(2)], now: now))
        case 2, 3: if !handles.isEmpty { machine.unsubscribe(handles.remove(at: random.below(handles.count))) }
        case 4, 5, 6:
          if !server.commands.isEmpty { server.carryOut(isOrdered ? 0 : random.below(server.commands.count)) }
        case 7, 8: if !server.answers.isEmpty { machine.received(1, server.answers.removeFirst(), now: now) }
        default:
          now += .milliseconds(200)
          machine.received(1, CableMachineTests.text("ping"), now: now)
          machine.wake(now: now, random: 0)
        }
        server.receive(machine.takeOutputs())
      }
      for _ in 0..<60 { step(random.below(10)) }
      // The server catches up.
      for _ in 0..<12 {
        while !server.commands.isEmpty { step(4) }
        while !server.answers.isEmpty { step(7) }
        step(9)
      }
      #expect(server.commands.isEmpty && server.answers.isEmpty, "\(seed)")
      #expect(server.subscribed == Set(handles.map(\.identifier)), "\(seed)")
      for handle in handles {
        let isSent = machine.perform(["a": 1], on: handle)
        #expect(isSent, "\(seed)")
      }
    }
  }
}
