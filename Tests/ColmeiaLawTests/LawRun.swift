@testable import Colmeia

/// A law that did not hold.
struct Violation: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// One random program on a machine, with the reference model, and at times a second machine, beside it.
struct LawRun: ~Copyable {
  var machine: Machine<LawFeature>
  var model: ReferenceModel
  /// Given the same inputs as `machine`, if the run is thorough.
  var twin: Machine<LawFeature>
  var books = LawBooks()
  var position = 0
  let isThorough: Bool

  /// - Parameter isThorough: whether the table's invariants are checked and a second machine is run, after
  ///   every input; otherwise the table is checked at the end.
  init(_ program: LawProgram, isThorough: Bool) {
    machine = Machine(program.initial, LawFeature(), effectLimit: program.effectLimit)
    model = ReferenceModel(program.initial, LawFeature(), effectLimit: program.effectLimit)
    twin = Machine(program.initial, LawFeature(), effectLimit: program.effectLimit)
    machine.outputs = []
    self.isThorough = isThorough
    books.isLimited = program.effectLimit < 1_000_000
  }

  /// Runs the program to its end and beyond, until everything has stopped; answers the first law broken,
  /// and after how many inputs.
  static func firstViolation(of program: LawProgram, isThorough: Bool) -> (
    violation: Violation, position: Int
  )? {
    var run = LawRun(program, isThorough: isThorough)
    do {
      try run.checkBeginning()
      for move in program.moves { try run.take(move) }
      try run.settle(program)
      return nil
    } catch {
      return (error, run.position)
    }
  }

  mutating func checkBeginning() throws(Violation) {
    try check(Before(input: nil, isHeard: false, state: machine.state, sequence: 0, wasShutDown: false))
  }

  mutating func take(_ move: Move) throws(Violation) {
    position += 1
    let input: MachineInput<LawFeature.Action> =
      switch move {
      case .send(let action): .send(action)
      case .resolve(let pick, let action): .resolve(books.find(pick), action)
      case .answer(let pick, let action): .answer(books.find(pick), action)
      case .finish(let pick): .finish(books.find(pick))
      case .fire(let pick): .fire(books.find(pick))
      case .shutDown: .shutDown
      }
    try take(input)
  }

  mutating func take(_ input: MachineInput<LawFeature.Action>) throws(Violation) {
    let before = Before(
      input: input, isHeard: isToBeHeard(input), state: machine.state, sequence: machine.sequence,
      wasShutDown: machine.isShutDown)
    model.take(input)
    machine.take(input)
    if isThorough { twin.take(input) }
    try check(before)
  }

  /// Whether the input has an action that must be reduced, by what the shell knows.
  func isToBeHeard(_ input: MachineInput<LawFeature.Action>) -> Bool {
    switch input {
    case .send: !machine.isShutDown
    case .resolve(let id, _), .answer(let id, _): books.live.contains { $0.id == id }
    case .finish, .fire, .shutDown: false
    }
  }

  mutating func check(_ before: Before) throws(Violation) {
    try law1(before)
    try law3()
    try law5(before)
    try law4(before)
    try law7(before)
    try law8(before)
    try law9()
    try machineIsTheModel()
    try livenessIsTheModels()
    if isThorough { try tableIsSound() }
    machine.requests.removeAll(keepingCapacity: true)
    model.requests.removeAll(keepingCapacity: true)
    twin.requests.removeAll(keepingCapacity: true)
  }

  /// Lets everything end that can, oldest first, then looks whether anything is left.
  mutating func settle(_ program: LawProgram) throws(Violation) {
    if program.endsInShutDown { try take(Move.shutDown) }
    while let next = books.waiting.first ?? books.owed.first {
      try take(books.waiting.isEmpty ? .finish(next) : .fire(next))
    }
    try everyRequestHasEnded()
  }
}

/// What was there before an input.
struct Before {
  let input: MachineInput<LawFeature.Action>?
  /// Whether the input has an action that must be reduced.
  let isHeard: Bool
  let state: LawFeature.State
  let sequence: UInt64
  let wasShutDown: Bool
}

/// What a shell knows from the requests alone: what it owes, and what it was told to forget.
struct LawBooks {
  /// Started and not finished yet, cancelled ones included.
  var owed: [RequestID] = []
  /// Timers that were neither fired nor cancelled.
  var waiting: [RequestID] = []
  /// Every request there ever was.
  var all: [RequestID] = []
  /// Started, neither finished nor cancelled, with its effect.
  var live: [(id: RequestID, effect: Int)] = []
  /// The effect that has just given its last action.
  var answered: RequestID?
  /// The greatest number so far.
  var greatest: UInt64 = 0
  /// The long-lived effects that have returned by themselves.
  var returned: [Int] = []
  /// Whether the machine may refuse to start something.
  var isLimited = false

  func find(_ pick: Pick) -> RequestID {
    switch pick {
    case .owed(let place) where !owed.isEmpty: owed[place % owed.count]
    case .waiting(let place) where !waiting.isEmpty: waiting[place % waiting.count]
    case .any(let place) where !all.isEmpty: all[place % all.count]
    case .owed(let place), .waiting(let place), .any(let place), .unknown(let place):
      RequestID(number: .max - UInt64(place), slot: Int32(place))
    }
  }
}
