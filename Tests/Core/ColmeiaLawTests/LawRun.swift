@testable import Colmeia

/// A violation of a law.
struct Violation: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Runs a random program on a machine, together with the reference model and, in thorough runs, a second machine.
struct LawRun: ~Copyable {
  var machine: Machine<LawFeature>
  var model: ReferenceModel
  /// A second machine that receives the same inputs as `machine`, if the run is thorough.
  var twin: Machine<LawFeature>
  var books = LawBooks()
  var position = 0
  let isThorough: Bool

  /// - Parameter isThorough: Whether to check the table's invariants and run a second machine after every input.
  ///   Otherwise, the table is checked only at the end.
  init(_ program: LawProgram, isThorough: Bool) {
    machine = Machine(program.initial, LawFeature(for: program.initial), effectLimit: program.effectLimit)
    model = ReferenceModel(program.initial, LawFeature(for: program.initial), effectLimit: program.effectLimit)
    twin = Machine(program.initial, LawFeature(for: program.initial), effectLimit: program.effectLimit)
    machine.outputs = []
    self.isThorough = isThorough
    books.isLimited = program.effectLimit < 1_000_000
  }

  /// Runs the program until everything has stopped. Returns the first violation of a law, and the number of inputs
  /// before it.
  static func firstViolation(of program: LawProgram, isThorough: Bool) -> (
    violation: Violation, position: Int
  )? {
    var run = LawRun(program, isThorough: isThorough)
    do {
      try run.checkBeginning()
      for move in program.moves { try run.perform(move) }
      try run.settle(program)
      return nil
    } catch {
      return (error, run.position)
    }
  }

  mutating func checkBeginning() throws(Violation) {
    try check(Before(input: nil, isReduced: false, state: machine.state, sequence: 0, wasShutDown: false))
  }

  mutating func perform(_ move: Move) throws(Violation) {
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
    try process(input)
  }

  mutating func process(_ input: MachineInput<LawFeature.Action>) throws(Violation) {
    let before = Before(
      input: input, isReduced: shouldBeReduced(input), state: machine.state, sequence: machine.sequence,
      wasShutDown: machine.isShutDown)
    model.process(input)
    machine.process(input)
    if isThorough { twin.process(input) }
    try checkLateAction(input)
    try check(before)
  }

  /// Only an action of an effect that has ended by itself may be reported as late. The model doesn't predict this report,
  /// because it is omitted once the effect's slot has been reused.
  mutating func checkLateAction(_ input: MachineInput<LawFeature.Action>) throws(Violation) {
    guard let index = machine.requests.firstIndex(of: .report(.lateAction)) else { return }
    machine.requests.remove(at: index)
    if isThorough, twin.requests.remove(at: index) != .report(.lateAction) { throw Violation("law 9: no report") }
    switch input {
    case .resolve(let id, _) where books.ended.contains(id), .answer(let id, _) where books.ended.contains(id): break
    default: throw Violation("\(input) was reported as late")
    }
  }

  /// Returns whether the input has an action that must be reduced, according to the shell's books.
  func shouldBeReduced(_ input: MachineInput<LawFeature.Action>) -> Bool {
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

  /// Ends everything that is pending, oldest first, then checks that nothing is left.
  mutating func settle(_ program: LawProgram) throws(Violation) {
    if program.endsInShutDown { try perform(Move.shutDown) }
    while let next = books.waiting.first ?? books.owed.first {
      try process(books.waiting.isEmpty ? .finish(next) : .fire(next))
    }
    try everyRequestHasEnded()
  }
}

/// The situation before an input.
struct Before {
  let input: MachineInput<LawFeature.Action>?
  /// Whether the input has an action that must be reduced.
  let isReduced: Bool
  let state: LawFeature.State
  let sequence: UInt64
  let wasShutDown: Bool
}

/// What a shell knows from the requests alone: the starts that it must finish, and the pending timers.
struct LawBooks {
  /// The requests that were started and not finished yet, including cancelled ones.
  var owed: [RequestID] = []
  /// The timers that have neither fired nor been cancelled.
  var waiting: [RequestID] = []
  /// All requests so far.
  var all: [RequestID] = []
  /// The requests that were started and neither finished nor cancelled, with their effects.
  var live: [(id: RequestID, effect: Int)] = []
  /// The effects that have ended without being cancelled.
  var ended: Set<RequestID> = []
  /// The effect that has just sent its last action.
  var answered: RequestID?
  /// The greatest request number so far.
  var greatest: UInt64 = 0
  /// The long-lived effects that have ended by themselves.
  var returned: [Int] = []
  /// Whether the machine may refuse to start effects.
  var isLimited = false

  func find(_ pick: Pick) -> RequestID {
    switch pick {
    case .owed(let index) where !owed.isEmpty: owed[index % owed.count]
    case .waiting(let index) where !waiting.isEmpty: waiting[index % waiting.count]
    case .any(let index) where !all.isEmpty: all[index % all.count]
    case .owed(let index), .waiting(let index), .any(let index), .unknown(let index):
      RequestID(number: .max - UInt64(index), slot: index)
    }
  }
}
