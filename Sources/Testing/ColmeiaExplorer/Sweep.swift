import Colmeia

/// Tries all programs up to a number of steps in order of length. Only one of several equal situations is continued.
///
/// A machine can't be copied, so a situation is stored as the program that leads to it, which is run again for each
/// step that follows. This is cheap because programs are short, and a step of the machine takes less time than storing
/// a copy.
@usableFromInline struct Sweep<R: Reducer, Server: Hashable & Sendable, Key: Hashable>: ~Copyable {
  @usableFromInline struct Node {
    @usableFromInline let parent: Int
    @usableFromInline let step: Program.Step
    /// The hash value of the state's key and the server.
    @usableFromInline var hash = 0
    @inlinable init(_ parent: Int, _ step: Program.Step) {
      self.parent = parent
      self.step = step
    }
  }

  @usableFromInline struct Situation: Hashable {
    @usableFromInline let key: Key
    @usableFromInline let server: Server
    @usableFromInline let flight: [Int]
    @inlinable init(_ key: Key, _ server: Server, _ flight: [Int]) {
      self.key = key
      self.server = server
      self.flight = flight
    }
    @inlinable static func == (left: Self, right: Self) -> Bool {
      left.flight == right.flight && left.key == right.key && left.server == right.server
    }
    @inlinable func hash(into hasher: inout Hasher) {
      hasher.combine(flight)
      hasher.combine(key)
      hasher.combine(server)
    }
  }

  @usableFromInline let limit: Int
  @usableFromInline let key: (R.State) -> Key
  @usableFromInline var world: World<R, Server>
  @usableFromInline var nodes: [Node] = []
  @usableFromInline var met: Set<Situation> = []
  @usableFromInline var stepCount = 0
  /// The number of steps to the deepest situations whose next steps were all tried.
  @usableFromInline var depth = 0
  /// The situation that is being continued, and the step that is being tried.
  @usableFromInline var trying: Node?
  @usableFromInline var isStopped = false
  @usableFromInline var isComplete = false
  @usableFromInline var found: (violation: Violation, program: Program)?

  @inlinable init(
    _ plan: Plan<R, Server>, _ limit: Int, _ needs: SweepState<R, Server>.Needs,
    _ key: @escaping (R.State) -> Key
  ) {
    self.limit = limit
    self.key = key
    world = World(plan)
    let servers = ServerNumbers<Server>()
    world.sweepState = SweepState(needs) { servers.number(of: $0) }
  }

  /// What the sweep must distinguish when it restarts, or `nil` if it has distinguished everything that matters.
  @inlinable var missingNeeds: SweepState<R, Server>.Needs? {
    world.sweepState.flatMap { $0.foundNeeds == $0.needs ? nil : $0.foundNeeds }
  }

  @inlinable var hasLeftOut: Bool { isStopped || world.sweepState?.hasLeftOut == true }

  @inlinable mutating func run(steps: Int) {
    world.begin()
    meet(nil, from: -1)
    var level = nodes.indices
    while depth < steps, !level.isEmpty, !isOver {
      let next = nodes.count
      for node in level where !isOver { proceed(from: node) }
      if isOver { return }
      depth += 1
      level = next..<nodes.count
    }
    isComplete = level.isEmpty && !hasLeftOut
  }

  @inlinable var isOver: Bool { found != nil || isStopped || missingNeeds != nil }

  /// Tries each step that may follow a situation.
  @inlinable mutating func proceed(from node: Int) {
    let path = path(to: node)
    repeatSteps(path)
    // The same steps must lead to the same situation again.
    if hash != nodes[node].hash { return found = (.notRepeatable(nil), Program(path)) }
    trying = nodes[node]  // until a move is tried, only the closures that list the moves can trap
    let moves = world.moves(tag: path.count + 1, mostChoices: 100_000)
    for (index, move) in moves.enumerated() where !isOver {
      if index > 0 { repeatSteps(path) }
      trying = Node(node, move)
      world.outcomes.isCounting = stepCount < 1_000 || stepCount % 16 == 0
      world.perform(move)
      stepCount += 1
      meet(move, from: node)
    }
  }

  /// Records the situation that the world is in.
  @inlinable mutating func meet(_ step: Program.Step?, from parent: Int) {
    var node = Node(parent, step ?? .init(0, .time, []))
    if let violation = world.violation { return end(violation, node) }
    let situation = Situation(key(world.machine.state), world.server, world.flight())
    if !met.insert(situation).inserted { return }
    if nodes.count == limit { return isStopped = true }
    node.hash = hash
    nodes.append(node)
    world.finish()
    if let violation = world.violation { end(violation, node) }
  }

  @inlinable var hash: Int {
    var hasher = Hasher()
    hasher.combine(key(world.machine.state))
    hasher.combine(world.server)
    return hasher.finalize()
  }

  @inlinable mutating func end(_ violation: Violation, _ node: Node) {
    let steps = node.parent < 0 ? [] : path(to: node.parent) + [node.step]
    found = (violation, Program(steps))
  }

  /// Records that the thread has trapped in the current step. The trace shows whether it was the reducer.
  @inlinable mutating func recordTrap() { end(.closureTrapped(message: nil), trying ?? Node(-1, .init(0, .time, []))) }

  @inlinable mutating func repeatSteps(_ path: [Program.Step]) {
    world.isRepeating = true
    world.begin()
    for step in path { world.perform(step) }
    world.isRepeating = false
  }

  @inlinable func path(to node: Int) -> [Program.Step] {
    var steps: [Program.Step] = []
    var node = node
    while nodes[node].parent >= 0 {
      steps.append(nodes[node].step)
      node = nodes[node].parent
    }
    return steps.reversed()
  }
}

/// A reference to a sweep that can be read after the thread that runs it has trapped.
///
/// `@unchecked Sendable`: Only one thread uses the sweep at a time while the other one waits.
@usableFromInline final class SweepBox<R: Reducer, Server: Hashable & Sendable, Key: Hashable>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var sweep: Sweep<R, Server, Key>
  @inlinable init(_ sweep: consuming Sweep<R, Server, Key>) { self.sweep = sweep }
}

/// Assigns equal numbers to equal servers.
@usableFromInline final class ServerNumbers<Server: Hashable> {
  private var numbers: [Server: Int32] = [:]
  @usableFromInline init() {}
  @usableFromInline func number(of server: Server) -> Int32 {
    if let number = numbers[server] { return number }
    numbers[server] = Int32(numbers.count)
    return Int32(numbers.count - 1)
  }
}
