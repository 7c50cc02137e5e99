import ColmeiaTable
import CountingSupport
import Synchronization
import Testing

/// Tests the promised performance by counting instead of timing. Allocations can't be counted under the thread
/// sanitizer, so these tests are in a separate target. They run serially because two of them count comparisons.
@Suite(.serialized) struct CountingTests {
  /// A value that counts its comparisons.
  struct Counted: Equatable, Sendable {
    static let comparisons = Atomic<Int>(0)
    var number = 0
    static func == (left: Self, right: Self) -> Bool {
      comparisons.add(1, ordering: .relaxed)
      return left.number == right.number
    }
  }

  struct Feature: Reducer {
    struct State: Sendable {
      var count = 0
      var numbers = Array(repeating: 1, count: 100_000)
      var counted = Counted()
      var list = [1]
      let witness = Witness()
      var child = Leaf.State()
      var rows = EntityTable((0..<1_000).map { Leaf.State(id: $0) })
    }
    final class Witness: Sendable {}
    enum Action: Sendable {
      case add(Int), write(Int, Int), append(Int), count(Int), child(Leaf.Action), row(Int, Leaf.Action)
    }
    enum Effect: Equatable, Sendable { case leaf(Leaf.Effect) }
    let child = Child(\State.child, Leaf(), Action.child, Effect.leaf)
    let rows = ChildRows(\State.rows, Leaf(), Action.row) { Effect.leaf($1) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add(let number): state.count += number
      case .write(let index, let number): state.numbers[index] = number
      case .append(let number): state.list.append(number)
      case .count(let number): state.counted.number = number
      case .child(let action): return child.reduce(&state, action)
      case .row(let id, let action): return rows.reduce(&state, id, action)
      }
      return .none
    }
  }

  struct Leaf: Reducer {
    struct State: Identifiable, Equatable, Sendable {
      var id = 0
      var likes = 0
    }
    enum Action: Sendable { case like }
    enum Effect: Equatable, Sendable { case save }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.likes += 1
      return .none
    }
  }

  struct Handler: EffectHandler {
    func work(for effect: Feature.Effect) -> Work<Feature.Action> {
      .async { send in await perform(effect, send: send) }
    }

    private nonisolated(nonsending) func perform(_ effect: Feature.Effect, send: Send<Feature.Action>) async {}
  }

  /// The most allocations for writing an element of an array in an array in an array. Code that isn't optimized allocates
  /// frames for the accessors; code that is, as `.ci/run` tests it, allocates nothing.
  #if DEBUG
    static let framesOfAccess = 4
  #else
    static let framesOfAccess = 0
  #endif

  let store = Store(Feature.State(), Feature(), Handler())

  @Test func `An ordinary action allocates nothing, and neither does an action of a child or of a row`() throws {
    try #require(canCountAllocations)
    for action in [Feature.Action.add(1), .child(.like), .row(0, .like)] { store.send(action) }  // makes type metadata
    #expect(steadyAllocations { for _ in 0..<1_000 { store.send(.add(1)) } } == 0)
    #expect(steadyAllocations { for _ in 0..<1_000 { store.send(.child(.like)) } } == 0)
    #expect(steadyAllocations { for id in 0..<1_000 { store.send(.row(id, .like)) } } <= 1_000 * Self.framesOfAccess)
    #expect(store.state.rows[id: 999]?.likes == 4)
  }

  /// Reacts to a part.
  struct Reacting: Reducer {
    struct Part: Equatable, Sendable {
      static let comparisons = Atomic<Int>(0)
      var number = 0
      static func == (left: Self, right: Self) -> Bool {
        comparisons.add(1, ordering: .relaxed)
        return left.number == right.number
      }
    }
    struct State: Sendable {
      var count = 0
      var part = Part()
      var reactions = 0
    }
    enum Action: Sendable { case add, change }
    func reduce(into state: inout State, action: Action) -> Effects {
      onChange(of: \.part, in: &state) { state in
        switch action {
        case .add: state.count += 1
        case .change: state.part.number += 1
        }
        return .none
      } react: { _, _, state in
        state.reactions += 1
        return .none
      }
    }
  }

  @Test func `An observed part costs one comparison in each step, and no allocation`() {
    let store = Store(Reacting.State(), Reacting())
    for action: Reacting.Action in [.add, .change] { store.send(action) }  // makes type metadata
    let before = Reacting.Part.comparisons.load(ordering: .relaxed)
    for _ in 0..<10 { store.send(.add) }
    #expect(Reacting.Part.comparisons.load(ordering: .relaxed) - before == 10)
    #expect(store.state.reactions == 1)
    for action: Reacting.Action in [.add, .change] {
      #expect(steadyAllocations { for _ in 0..<1_000 { store.send(action) } } == 0, "\(action)")
    }
  }

  @Test func `A middleware that passes on an action allocates nothing`() {
    let store = Store(
      Reacting.State(), Reacting().middleware { state, action, next in next.reduce(into: &state, action: action) })
    store.send(.add)
    #expect(steadyAllocations { for _ in 0..<1_000 { store.send(.add) } } == 0)
  }

  @Test func `One element of 100,000 changes in place if the array is not shared`() {
    let address = { self.store.withState { $0.numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } } }
    let before = address()
    #expect(steadyAllocations { for index in 0..<1_000 { store.send(.write(index, index)) } } == 0)
    #expect(address() == before)
    #expect(store.withState { $0.numbers[999] } == 999)
  }

  @Test func `A shared array is copied once`() {
    store.send(.write(0, 1))  // makes type metadata
    let held = store.state
    #expect((1...4).contains(allocations { store.send(.write(0, 7)) }))
    #expect(steadyAllocations { store.send(.write(1, 7)) } == 0)
    #expect(held.numbers[0] == 1)
  }

  @Test func `A value is compared once for 1,000 subscribers`() {
    for _ in 0..<1_000 {
      store.subscribe(to: \.counted) { _ in }
    }
    let before = Counted.comparisons.load(ordering: .relaxed)
    for _ in 0..<10 { store.send(.add(1)) }
    #expect(Counted.comparisons.load(ordering: .relaxed) - before == 10)
  }

  #if !DEBUG  // unoptimized closures allocate and copy by themselves
    @Test func `A closure receives the state without retaining its contents`() {
      // The retain counts during the call of a closure, and after it.
      let counts = Mutex<(lent: [UInt], after: [UInt])>(([], []))
      let witness = store.withState { $0.witness }
      store.subscribe { state in
        counts.withLock { $0.lent.append(_getRetainCount(witness)) }
        return state.list.count
      } receive: { _ in
        counts.withLock { $0.after.append(_getRetainCount(witness)) }
      }
      store.send(.append(1))
      #expect(counts.withLock { $0.lent.last == $0.after.last })
    }

    @Test func `A scope sends and reads without allocating`() {
      let scope = store.scope(\.child, Feature.Action.child)
      #expect(steadyAllocations { for _ in 0..<100 { scope.send(.like) } } == 0)
      #expect(steadyAllocations { for _ in 0..<100 { _ = scope.state } } == 0)
    }

    @Test func `Notifying a subscriber allocates at most four times`() {
      for number in 0..<100 {
        store.subscribe {
          $0.count + number
        } receive: { _ in
        }
      }
      for _ in 0..<3 { store.send(.add(1)) }
      #expect(steadyAllocations { for _ in 0..<100 { store.send(.add(1)) } } <= 100 * 100 * 4)
    }
  #endif

  @Test func `Changing one of 100,000 rows of a shared table copies a path, not the table`() {
    var table = EntityTable((0..<100_000).map { Leaf.State(id: $0) })
    let held = table
    let count = allocations { table.update(50_000) { $0.likes += 1 } }
    #expect(count >= 1 && count <= 16)
    #expect(held[id: 50_000]?.likes == 0)
    let least = (0..<4).map { _ in steadyAllocations { table.update(50_000) { $0.likes += 1 } } }.min() ?? .max
    #expect(least <= Self.framesOfAccess)
  }

  @Test func `Inserting a row before 100,000 others allocates a few nodes, not a table`() {
    var other = EntityTable((0..<10_000).map { Leaf.State(id: $0) })
    other.insert(Leaf.State(id: 10_000), at: 0)  // creates type metadata, which all tables share
    var table = EntityTable((0..<100_000).map { Leaf.State(id: $0) })
    let most = 40 + 10 * Self.framesOfAccess
    #expect(allocations { table.insert(Leaf.State(id: 100_000), at: 0) } < most, "also for the first one")
    let count = allocations {
      for id in 100_001..<101_001 { table.insert(Leaf.State(id: id), at: 0) }
    }
    #expect(count < (8 + Self.framesOfAccess) * 1_000)
    let held = table
    #expect(allocations { table.insert(Leaf.State(id: 101_001), at: 0) } < most)
    #expect(held.count == 101_001 && table[0].id == 101_001)
  }
}
