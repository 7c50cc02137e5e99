import ColmeiaTable
import Foundation
import TestSupport
import Testing

@testable import Colmeia

/// Rows whose reducer depends on the parent's state.
@Suite struct MadeRowsTests {
  /// Rows of a collection that counts its changes from 0.
  struct Shelf: RowCollection, Equatable {
    var books = [Book.State()]
    var changeStamp: UInt64 = 0
    var ids: Range<Int> { books.indices }
    func changes(since stamp: UInt64) -> (written: [Int], removed: [Int])? {
      stamp == changeStamp ? ([], []) : nil
    }
    subscript(id id: Int) -> Book.State? { books.indices.contains(id) ? books[id] : nil }
    mutating func withMutableRow<Result>(_ id: Int, _ body: (inout Book.State) -> Result) -> Result? {
      changeStamp += 1
      return body(&books[id])
    }
  }

  struct Book: Reducer {
    struct State: Equatable, Sendable { var isOpen = true }
    enum Action: Sendable { case close }
    enum Effect: Equatable, Sendable { case read }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.isOpen = false
      return .none
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> { state.isOpen ? .running(.read, id: "read") : .none }
  }

  struct Room: Reducer {
    struct State: Equatable, Sendable { var shelf = Shelf() }
    enum Action: Sendable { case book(Int, Book.Action) }
    enum Effect: Equatable, Sendable { case book(Int, Book.Effect) }
    let books = ChildRows(\State.shelf, Book(), Action.book, Effect.book)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .book(let id, let action): books.reduce(&state, id, action)
      }
    }
  }

  @Test func `A collection may count its changes from 0`() {
    var machine = Machine(Room.State(), Room())
    #expect(machine.requests.count == 1, "the long-lived effect of the row has started")
    machine.requests = []
    machine.send(.book(0, .close))
    #expect(machine.requests.count == 1, "and is cancelled")
  }

  struct Dog: Reducer, Equatable {
    struct State: Equatable, Sendable, Identifiable {
      let id: UUID
      var log: [String] = []
      var isFollowed = false
    }
    enum Action: Sendable { case pet, follow }
    enum Effect: Equatable, Sendable { case bark(to: String), follow(as: String) }
    var owner = ""
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .pet:
        state.log.append(owner)
        return .run(.bark(to: owner), id: "bark", .replace)
      case .follow:
        state.isFollowed = true
        return .none
      }
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> {
      state.isFollowed && owner != "nobody" ? .running(.follow(as: owner), id: "follow") : .none
    }
  }

  struct Kennel: Reducer {
    struct State: Equatable, Sendable {
      var owner = "Ana"
      var dogs: EntityTable<Dog.State>
    }
    enum Action: Sendable { case dog(UUID, Dog.Action), rename(String), remove(UUID) }
    enum Effect: Equatable, Sendable { case dog(UUID, Dog.Effect) }
    let dogs = ChildRows(\State.dogs, Dog(), Action.dog, Effect.dog).configured { $0.owner = $1.owner }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .dog(let id, let action): return dogs.reduce(&state, id, action)
      case .rename(let name): state.owner = name
      case .remove(let id): state.dogs.remove(id: id)
      }
      return .none
    }
  }

  private let ids = (1...3).map { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) }

  private func makeMachine() -> Machine<Kennel> {
    Machine(Kennel.State(dogs: EntityTable(ids.map { Dog.State(id: $0) })), Kennel())
  }

  private func requests(_ machine: inout Machine<Kennel>) -> [String] {
    defer { machine.requests = [] }
    return machine.requests.map { request in
      switch request {
      case .start(_, .dog(let id, .bark(let owner))): "bark of \(name(id)) to \(owner)"
      case .start(_, .dog(let id, .follow(let owner))): "follow \(name(id)) as \(owner)"
      case .cancel: "cancel"
      case .report(.absentChild(let scope)): "absent \(scope)"
      default: "\(request)"
      }
    }
  }

  private func name(_ id: UUID) -> String { ids.firstIndex(of: id).map { "\($0 + 1)" } ?? "?" }

  @Test func `The rows' reducer is made from the newest state of the parent`() {
    var machine = makeMachine()
    machine.send(.dog(ids[0], .pet))
    machine.send(.rename("Bia"))
    machine.send(.dog(ids[0], .pet))
    #expect(machine.state.dogs[id: ids[0]]?.log == ["Ana", "Bia"])
    #expect(requests(&machine) == ["bark of 1 to Ana", "cancel", "bark of 1 to Bia"])
  }

  @Test func `If the parent changes, the rows' long-lived effects follow, even if no row has changed`() {
    var machine = makeMachine()
    machine.send(.dog(ids[2], .follow))
    machine.send(.dog(ids[0], .follow))
    #expect(requests(&machine) == ["follow 3 as Ana", "follow 1 as Ana"])
    machine.send(.rename("Ana"))
    #expect(requests(&machine) == [])
    machine.send(.rename("Bia"))
    #expect(requests(&machine) == ["cancel", "cancel", "follow 1 as Bia", "follow 3 as Bia"])
    machine.send(.remove(ids[0]))
    #expect(requests(&machine) == ["cancel"])
    machine.send(.rename("Carla"))
    #expect(requests(&machine) == ["cancel", "follow 3 as Carla"])
  }

  @Test func `If the parent changes, a row that has held nothing begins a long-lived effect`() {
    var state = Kennel.State(owner: "nobody", dogs: EntityTable(ids.map { Dog.State(id: $0) }))
    state.dogs[id: ids[1]]?.isFollowed = true
    var machine = Machine(state, Kennel())
    #expect(requests(&machine) == [])
    machine.send(.rename("Ana"))
    #expect(requests(&machine) == ["follow 2 as Ana"])
    machine.send(.rename("nobody"))
    #expect(requests(&machine) == ["cancel"])
    machine.send(.rename("Bia"))
    #expect(requests(&machine) == ["follow 2 as Bia"])
  }

  /// Rows that may have long-lived effects, whose reducers count how often they are asked.
  struct Watch: Reducer {
    struct Row: Reducer, Equatable {
      struct State: Equatable, Sendable, Identifiable { let id: Int }
      enum Action: Sendable { case none }
      enum Effect: Equatable, Sendable { case watch }
      var isOn = false
      let asked: Tally
      func reduce(into state: inout State, action: Action) -> Effects { .none }
      func longLived(in state: State) -> LongLivedEffects<Effect> {
        asked.add()
        return isOn && state.id % 1_000 == 0 ? .running(.watch, id: "watch") : .none
      }
      static func == (left: Self, right: Self) -> Bool { left.isOn == right.isOn }
    }
    struct State: Equatable, Sendable {
      var count = 0
      var isOn = false
      var rows = EntityTable((0..<10_000).map { Row.State(id: $0) })
    }
    enum Action: Sendable { case add, flip }
    enum Effect: Equatable, Sendable { case row(Int, Row.Effect) }
    let rows: ChildRows<State, Action, Effect, EntityTable<Row.State>, Row>
    init(_ asked: Tally) {
      rows = ChildRows(\.rows, Row(asked: asked), { _, _ in .add }, Effect.row).configured { $0.isOn = $1.isOn }
    }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.count += 1
      case .flip: state.isOn.toggle()
      }
      return .none
    }
  }

  @Test func `Rows are asked again only when their reducer has changed`() {
    let asked = Tally()
    var machine = Machine(Watch.State(), Watch(asked))
    #expect(asked.value == 10_000 && machine.pending == 0)
    for _ in 0..<100 { machine.send(.add) }
    #expect(asked.value == 10_000)
    machine.send(.flip)
    // A row that names an effect is also asked by its own feature.
    #expect(asked.value == 20_010 && machine.pending == 10)
    for _ in 0..<100 { machine.send(.add) }
    #expect(asked.value == 20_010)
  }

  /// A kennel whose rows can't be compared.
  struct Shelter: Reducer {
    typealias State = Kennel.State
    typealias Action = Kennel.Action
    typealias Effect = Kennel.Effect
    struct Stray: Reducer {
      typealias State = Dog.State
      typealias Action = Dog.Action
      typealias Effect = Dog.Effect
      var base = Dog()
      func reduce(into state: inout State, action: Action) -> Effects { base.reduce(into: &state, action: action) }
      func longLived(in state: State) -> LongLivedEffects<Effect> { base.longLived(in: state) }
    }
    let dogs = ChildRows(\State.dogs, Stray(), Action.dog, Effect.dog).configured { $0.base.owner = $1.owner }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .dog(let id, let action): return dogs.reduce(&state, id, action)
      case .rename(let name): state.owner = name
      case .remove(let id): state.dogs.remove(id: id)
      }
      return .none
    }
  }

  @Test func `A reducer that isn't Equatable counts as changed by every action`() {
    var state = Kennel.State(dogs: EntityTable(ids.map { Dog.State(id: $0) }))
    state.dogs[id: ids[1]]?.isFollowed = true
    var machine = Machine(state, Shelter())
    for name in ["Ana", "Bia", "nobody", "Carla"] { machine.send(.rename(name)) }
    let follows = machine.requests.compactMap { request in
      if case .start(_, .dog(_, .follow(let owner))) = request { owner } else { nil }
    }
    #expect(follows == ["Ana", "Bia", "Carla"] && machine.pending == 3)  // two of them are stopping
  }

  /// Rows without long-lived effects, whose reducer counts how often it is configured.
  struct Pack: Reducer {
    struct Puppy: Reducer {
      struct State: Equatable, Sendable, Identifiable { let id: Int }
      enum Action: Sendable { case bark }
      enum Effect: Equatable, Sendable { case bark }
      func reduce(into state: inout State, action: Action) -> Effects { .run(.bark) }
    }
    struct State: Equatable, Sendable {
      var count = 0
      var puppies = EntityTable((0..<1_000).map { Puppy.State(id: $0) })
    }
    enum Action: Sendable { case add, puppy(Int, Puppy.Action) }
    enum Effect: Equatable, Sendable { case puppy(Int, Puppy.Effect) }
    let puppies: ChildRows<State, Action, Effect, EntityTable<Puppy.State>, Puppy>
    init(_ made: Tally) {
      puppies = ChildRows(\State.puppies, Puppy(), Action.puppy, Effect.puppy).configured { _, _ in made.add() }
    }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.count += 1
      case .puppy(let id, let action): return puppies.reduce(&state, id, action)
      }
      return .none
    }
  }

  @Test func `Busy rows without long-lived effects cost nothing while they don't change`() {
    let made = Tally()
    var machine = Machine(Pack.State(), Pack(made))
    for id in 0..<1_000 { machine.send(.puppy(id, .bark)) }
    let count = made.value
    for _ in 0..<100 { machine.send(.add) }
    #expect(machine.state.count == 100 && made.value == count)
  }

  @Test func `The effects of a row with a UUID are cancelled with it`() throws {
    var machine = makeMachine()
    machine.send(.dog(ids[1], .pet))
    guard case .start(let request, _)? = machine.requests.first else { throw CancellationError() }
    machine.send(.remove(ids[1]))
    #expect(requests(&machine) == ["bark of 2 to Ana", "cancel"])
    let isLive = machine.isLive(request)
    #expect(!isLive)
    machine.send(.dog(ids[1], .pet))
    #expect(requests(&machine) == ["absent dogs/\(ids[1])"])
  }
}
