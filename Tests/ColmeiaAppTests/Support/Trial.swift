import Colmeia
import Testing

/// A machine whose every step is accounted for: the state, what starts, what is cancelled.
struct Trial<R: Reducer>: ~Copyable where R.State: Equatable {
  private var machine: Machine<R>
  private var running: [(id: RequestID, effect: R.Effect)] = []
  /// Cancelled, but not stopped.
  private var stopping: [(id: RequestID, effect: R.Effect)] = []

  init(_ state: R.State, _ reducer: R) { machine = Machine(state, reducer) }

  var state: R.State { machine.state }
  /// What runs, in the order in which it was started.
  var effects: [R.Effect] { running.map(\.effect) }

  /// An action from outside.
  mutating func send(
    _ action: R.Action, effects: [R.Effect] = [], cancelled: [R.Effect] = [],
    at location: SourceLocation = #_sourceLocation,
    _ change: (inout R.State) -> Void = { _ in }
  ) {
    var expected = machine.state
    change(&expected)
    machine.send(action)
    settle(expected, effects, cancelled, location)
  }

  /// `effect`, which must be running, answers and ends.
  mutating func answer(
    _ effect: R.Effect, with action: R.Action, effects: [R.Effect] = [], cancelled: [R.Effect] = [],
    at location: SourceLocation = #_sourceLocation, _ change: (inout R.State) -> Void = { _ in }
  ) {
    guard let place = running.firstIndex(where: { $0.effect == effect }) else {
      Issue.record("\(effect) is not running, but \(running)", sourceLocation: location)
      return
    }
    let id = running.remove(at: place).id
    var expected = machine.state
    change(&expected)
    let isHeard = machine.answer(id, action)
    #expect(isHeard, sourceLocation: location)
    settle(expected, effects, cancelled, location)
  }

  /// `effect`, which must have been cancelled, answers nevertheless, and nobody hears it.
  mutating func answerLate(
    _ effect: R.Effect, with action: R.Action, at location: SourceLocation = #_sourceLocation
  ) {
    guard let late = stopping.first(where: { $0.effect == effect }) else {
      Issue.record("\(effect) has not been cancelled", sourceLocation: location)
      return
    }
    let expected = machine.state
    let isHeard = machine.resolve(late.id, action)
    #expect(!isHeard, sourceLocation: location)
    settle(expected, [], [], location)
  }

  /// `effect` returns without an answer, or has stopped after it was cancelled; `effects` waited for that.
  mutating func finish(
    _ effect: R.Effect, effects: [R.Effect] = [], at location: SourceLocation = #_sourceLocation
  ) {
    let id: RequestID
    if let place = stopping.firstIndex(where: { $0.effect == effect }) {
      id = stopping.remove(at: place).id
    } else if let place = running.firstIndex(where: { $0.effect == effect }) {
      id = running.remove(at: place).id
    } else {
      Issue.record("\(effect) is not running", sourceLocation: location)
      return
    }
    let expected = machine.state
    machine.finish(id)
    settle(expected, effects, [], location)
  }

  private mutating func settle(
    _ expected: R.State, _ effects: [R.Effect], _ cancelled: [R.Effect], _ location: SourceLocation
  ) {
    var started: [R.Effect] = []
    var stopped: [R.Effect] = []
    for request in machine.requests {
      switch request {
      case .start(let id, let effect):
        running.append((id, effect))
        started.append(effect)
      case .cancel(let id):
        guard let place = running.firstIndex(where: { $0.id == id }) else { continue }
        stopping.append(running.remove(at: place))
        stopped.append(stopping[stopping.count - 1].effect)
      case .startTimer, .cancelTimer, .report:
        Issue.record("\(request) was not expected", sourceLocation: location)
      }
    }
    machine.requests.removeAll()
    let state = machine.state
    #expect(state == expected, sourceLocation: location)
    #expect(started == effects, sourceLocation: location)
    #expect(stopped == cancelled, sourceLocation: location)
  }
}
