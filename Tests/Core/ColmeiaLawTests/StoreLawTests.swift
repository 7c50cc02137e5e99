import Foundation
import TestSupport
import Testing

@testable import Colmeia

/// Tests the laws on an actual store, with its queue, tasks, timers and subscribers. `COLMEIA_STORE_PROGRAMS` is the
/// number of programs.
@Suite(.long) struct StoreLawTests {
  static let programs = LawTests.number("COLMEIA_STORE_PROGRAMS") ?? 120

  @Test(arguments: 0..<LawTests.parts)
  func `Laws 1 to 9 hold in random programs on a store`(part: Int) {
    for seed in Self.programs * part / LawTests.parts..<Self.programs * (part + 1) / LawTests.parts {
      let program = StoreProgram(seed: UInt64(LawTests.firstSeed + seed))
      program.run(moves: 200)
      let seen = program.seen
      let broken =
        seen.broken
        + [
          Self.law1(seen), Self.law3(seen), Self.law4(seen), Self.law5(seen), Self.law6(seen), Self.law7(seen),
          Self.law8(seen, program.initial), Self.law9(seen, program.initial),
        ].compactMap { $0 }
      if !broken.isEmpty {
        Issue.record("seed \(seed): \(broken.joined(separator: "; "))")
        return
      }
    }
  }

  @Test func `A stopped store whose effects have ended is released, although its clock stands still`() {
    for seed in 0..<40 {
      weak var released: StoreProgram?
      do {
        let program = StoreProgram(seed: UInt64(seed))
        released = program
        program.run(moves: 50)
      }
      #expect(released == nil, "seed \(seed)")
    }
  }

  @Test func `The same seed produces the same run`() {
    let runs = (0..<2).map { _ in
      let program = StoreProgram(seed: 11)
      program.run(moves: 300)
      return "\(program.seen.steps.map(\.step)) \(program.seen.notifications.sorted { $0.key < $1.key })"
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0].count > 1_000)
  }

  /// Actions are numbered consecutively, and reduced in the order of their arrival.
  static func law1(_ seen: StoreProgram.Seen) -> String? {
    var sequence: UInt64 = 0
    var sent: [LawFeature.Action] = []
    for (step, _) in seen.steps {
      if carriesAction(step.input), !step.isDiscarded { sequence += 1 }
      if step.sequence != sequence { return "law 1: \(step.sequence) after \(sequence)" }
      if case .send(let action) = step.input { sent.append(action) }
    }
    // Actions that were queued when the store was stopped are discarded, with or without a discarded step.
    return sent.elementsEqual(seen.accepted.prefix(sent.count)) ? nil : "law 1: another order than that of arrival"
  }

  /// Effects begin in the order of the requests. None begins once the store was stopped.
  static func law3(_ seen: StoreProgram.Seen) -> String? {
    var starts: [Int] = []
    for case .start(_, let effect) in seen.began + seen.steps.flatMap(\.step.requests) { starts.append(effect) }
    return starts.starts(with: seen.effects) ? nil : "law 3: begun in another order"
  }

  /// No action of a cancelled effect is reduced.
  static func law4(_ seen: StoreProgram.Seen) -> String? {
    var cancelled: Set<RequestID> = []
    for (step, _) in seen.steps {
      if let id = step.input.request, carriesAction(step.input), cancelled.contains(id), !step.isDiscarded {
        return "law 4: \(id) was reduced after its cancellation"
      }
      for case .cancel(let id) in step.requests { cancelled.insert(id) }
    }
    return nil
  }

  /// Each start ends once, and the numbers increase.
  static func law5(_ seen: StoreProgram.Seen) -> String? {
    var open: Set<RequestID> = []
    var last: UInt64 = 0
    func check(_ requests: [MachineRequest<Int>]) -> String? {
      for request in requests {
        guard case .start(let id, _) = request else { continue }
        if id.number <= last { return "law 5: \(id) after #\(last)" }
        last = id.number
        open.insert(id)
      }
      return nil
    }
    if let broken = check(seen.began) { return broken }
    for (step, _) in seen.steps {
      switch step.input {
      case .finish(let id), .answer(let id, _): if open.remove(id) == nil { return "law 5: \(id) ended twice" }
      default: break
      }
      if let broken = check(step.requests) { return broken }
    }
    return open.isEmpty ? nil : "law 5: \(open.count) never ended"
  }

  /// No subscriber receives an older state after a newer one, the same state twice, or a state that never existed.
  static func law6(_ seen: StoreProgram.Seen) -> String? {
    let states = Set(seen.steps.map(\.state.count)).union([0])
    for counts in seen.notifications.values {
      if zip(counts, counts.dropFirst()).contains(where: >=) { return "law 6: notified of \(counts)" }
      if !counts.allSatisfy(states.contains) { return "law 6: notified of a state that never occurred" }
    }
    return nil
  }

  /// Nothing is reduced after shutdown.
  static func law7(_ seen: StoreProgram.Seen) -> String? {
    guard let end = seen.steps.firstIndex(where: { if case .shutDown = $0.step.input { true } else { false } }) else {
      return "law 7: the store did not end"
    }
    for (step, state) in seen.steps[(end + 1)...] {
      if carriesAction(step.input), !step.isDiscarded { return "law 7: reduced after the end" }
      if !step.requests.isEmpty || state != seen.steps[end].state { return "law 7: something happened after the end" }
    }
    return nil
  }

  /// Exactly the long-lived effects that the state names are running or done.
  static func law8(_ seen: StoreProgram.Seen, _ initial: LawFeature.State) -> String? {
    var running: [RequestID: (effect: Int, isDone: Bool)] = [:]
    func check(_ requests: [MachineRequest<Int>], _ state: LawFeature.State) -> String? {
      for request in requests {
        if case .start(let id, let effect) = request, LawFeature.isLongLived(effect) { running[id] = (effect, false) }
        if case .cancel(let id) = request { running[id] = nil }
      }
      let named = LawFeature.longLived(in: state).flatMap { _, effects in
        var names: Set<String> = []
        return effects.filter { names.insert($0.name).inserted }.map(\.effect)
      }.sorted()
      running = running.filter { !$1.isDone || named.contains($1.effect) }
      return running.values.map(\.effect).sorted() == named ? nil : "law 8: \(named) are named, \(running.values) run"
    }
    if let broken = check(seen.began, initial) { return broken }
    for (step, state) in seen.steps {
      if case .shutDown = step.input { return nil }
      if case .finish(let id) = step.input { running[id]?.isDone = true }
      if case .answer(let id, _) = step.input { running[id]?.isDone = true }
      if let broken = check(step.requests, state) { return broken }
    }
    return nil
  }

  /// A machine without a store produces the same results from the same inputs.
  static func law9(_ seen: StoreProgram.Seen, _ initial: LawFeature.State) -> String? {
    var machine = Machine(initial, LawFeature(for: initial))
    #if DEBUG
      machine.checksAnswers = true  // as in a store
    #endif
    if machine.requests != seen.began { return "law 9: the initial requests differ" }
    for (index, (step, state)) in seen.steps.enumerated() {
      machine.requests = []
      machine.process(step.input)
      if machine.requests != step.requests { return "law 9: the requests differ at step \(index)" }
      if machine.state != state { return "law 9: the state differs at step \(index)" }
    }
    return nil
  }

  static func carriesAction(_ input: MachineInput<LawFeature.Action>) -> Bool {
    switch input {
    case .send, .resolve, .answer: true
    case .finish, .fire, .shutDown: false
    }
  }
}

extension MachineInput {
  /// The request that the input refers to.
  var request: RequestID? {
    switch self {
    case .resolve(let id, _), .answer(let id, _), .finish(let id), .fire(let id): id
    case .send, .shutDown: nil
    }
  }
}
