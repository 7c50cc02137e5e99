import Colmeia
import TestSupport

/// Selects the request of an input. A program selects requests by their index in the shell's books, so that it remains
/// valid if a part of the program is removed.
enum Pick: Equatable {
  /// One of the starts that the shell hasn't finished yet.
  case owed(Int)
  /// One of the pending timers.
  case waiting(Int)
  /// One of all requests so far.
  case any(Int)
  /// A request that doesn't exist.
  case unknown(Int)
}

/// An input of a random program.
enum Move: Equatable {
  case send(LawFeature.Action)
  case resolve(Pick, LawFeature.Action)
  case answer(Pick, LawFeature.Action)
  case finish(Pick)
  case fire(Pick)
  case shutDown
}

/// The initial state of a machine, and its inputs. The seed determines all of it.
struct LawProgram {
  var initial = LawFeature.State()
  var effectLimit = 1_000_000
  /// Whether the shell finally shuts the machine down, instead of waiting until everything has ended.
  var endsInShutDown = false
  var moves: [Move] = []

  init(seed: UInt64, count: Int = 200) {
    initial.isMaking = seed % 3 == 1
    var source = LawSource(
      random: SplitMix(state: seed &* 0xD134_2543_DE82_EF95), isCrowded: seed % 32 == 3)
    if seed % 8 == 5 { effectLimit = 1 + source.random.below(12) }
    endsInShutDown = seed % 4 == 1
    if source.random.below(2) == 0 { initial.detail = LawLeaf.State() }
    for id in 0..<source.random.below(3) { initial.rows.upsert(LawRow.State(id: id)) }
    if source.random.below(4) == 0 { initial.lasting = source.lasting() }
    moves.reserveCapacity(count)
    for _ in 0..<count { moves.append(source.move()) }
  }
}

/// Generates the parts of a program.
struct LawSource {
  var random: SplitMix
  /// Whether some actions start effects in twenty rows, or under twenty ids, at the same time.
  let isCrowded: Bool
  var tag = 0

  mutating func move() -> Move {
    switch random.below(600) {
    case 0: .shutDown
    case 1..<150: .send(action())
    case 150..<200: .resolve(pick(), action())
    case 200..<250: .answer(pick(), action())
    case 250..<450: .finish(pick())
    default: .fire(random.below(8) == 0 ? pick() : .waiting(random.below(64)))
    }
  }

  mutating func pick() -> Pick {
    let position = random.below(64)
    return switch random.below(16) {
    case 0: .unknown(position)
    case 1: .waiting(position)
    case 2, 3: .any(position * 17)
    default: .owed(position)
    }
  }

  mutating func action() -> LawFeature.Action {
    switch random.below(isCrowded ? 20 : 18) {
    case 0...4: .own(orders(instructions(root: true)))
    case 5...7: .detail(orders(instructions()), then: afterwards())
    case 8...10: .row(random.below(3), rowAction(), then: afterwards())
    case 11, 12: .login(orders(instructions()), then: afterwards())
    case 13, 14: .home(orders(instructions()), then: afterwards())
    case 15, 16: .profile(orders(instructions()), then: afterwards())
    case 17, 18: .everyRow(rowAction())
    default: .own(orders((0..<20).map { .run($0, id: "x\($0)", policy(), start()) } + [.add(.rows)]))
    }
  }

  mutating func rowAction() -> LawRow.Action {
    if random.below(2) == 0 { return .own(orders(instructions(row: true))) }
    return .photo(orders(instructions()), then: random.below(4) == 0 ? orders([structural(in: [.photo])]) : orders([]))
  }

  /// Returns the orders of the root after its child's action: usually none, sometimes orders that affect that child or
  /// another one.
  mutating func afterwards() -> Orders { random.below(4) == 0 ? orders(instructions(root: true)) : orders([]) }

  mutating func orders(_ instructions: [Instruction]) -> Orders {
    tag += 1
    return Orders(tag: tag, instructions: instructions)
  }

  mutating func instructions(root: Bool = false, row: Bool = false) -> [Instruction] {
    var instructions: [Instruction] = []
    for _ in 0..<(1 + random.below(8) / 3) {
      switch random.below(16) {
      case 0, 1: instructions.append(.cancel(id()))
      case 2: instructions.append(.lasting(lasting()))
      case 15: instructions.append(random.below(4) == 0 ? .cancelAll(.itself) : .output(random.below(500)))
      case 3...6 where root: structuralInstructions(&instructions)
      case 3...5 where row: instructions.append(structural(in: [.photo]))
      default: instructions.append(run())
      }
    }
    return instructions
  }

  mutating func structuralInstructions(_ instructions: inout [Instruction]) {
    let row = random.below(3)
    let instruction = structural(in: [
      .detail, .detail, .row(row), .row(row), .photoOfRow(row), .login, .home, .rows, .profile(row), .profile(row),
    ])
    // All rows are added only in crowded programs.
    if instruction == .add(.rows), !isCrowded { return }
    instructions.append(instruction)
    // Removes and adds a child in the same step.
    if case .remove(let member) = instruction, random.below(4) == 0 { instructions.append(.add(member)) }
  }

  mutating func structural(in members: [Member]) -> Instruction {
    let member = members[random.below(members.count)]
    return switch random.below(5) {
    case 0, 1: .add(member)
    case 2, 3: .remove(member)
    default: .cancelAll(member)
    }
  }

  mutating func run() -> Instruction {
    let effect = random.below(500)
    if random.below(6) == 0 {
      return .run(effect, id: nil, .concurrent, random.below(2) == 0 ? .now : .after(duration()))
    }
    return .run(effect, id: id(), policy(), start())
  }

  mutating func id() -> String { lawIDs[random.below(8) < 6 ? 0 : random.below(4)] }

  mutating func policy() -> Policy { Policy.allCases[random.below(Policy.allCases.count)] }

  mutating func start() -> EffectStart {
    let timed = EffectStart.all(.zero).count - 1
    let number = random.below(timed + 2)
    return number < timed ? EffectStart.all(duration())[number + 1] : .now
  }

  mutating func duration() -> Duration { .milliseconds(1 + random.below(4)) }

  /// Returns a list of long-lived effects, which sometimes contains an id twice.
  mutating func lasting() -> [Int] {
    var list: [Int] = []
    for _ in 0..<random.below(4) { list.append(500 + 100 * random.below(4) + random.below(2)) }
    return list
  }
}
