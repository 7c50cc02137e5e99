import ColmeiaTable
import Foundation
import Testing

@testable import ColmeiaTesting

/// What a test store says about mistakes in the composition of features, and about values of Foundation's.
@Suite struct ProblemMessageTests {
  struct Room: Reducer {
    struct State: Equatable, Sendable { var id = UUID(), price = Decimal(1), url = URL(filePath: "/") }
    enum Action: Sendable { case open(UUID, Decimal, URL) }
    enum Effect: Equatable, Sendable { case load(UUID) }
    func reduce(into state: inout State, action: Action) -> Effects {
      guard case .open(let id, let price, let url) = action else { return .none }
      state = State(id: id, price: price, url: url)
      return .run(.load(id))
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> { .running(.load(state.id), id: "room") }
  }

  struct House: Reducer {
    struct State: Equatable, Sendable { var room: Room.State? }
    enum Action: Sendable { case room(Room.Action) }
    enum Effect: Equatable, Sendable { case room(Room.Effect) }
    let room = Child(\State.room, Room(), Action.room, Effect.room)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .room(let action): room.reduce(&state, action)
      }
    }
  }

  /// A parent whose child is computed, so that it can't be found.
  struct Forgetful: Reducer {
    typealias State = House.State
    typealias Action = House.Action
    typealias Effect = House.Effect
    var room: Child<State, Action, Effect, Room> { Child(\State.room, Room(), Action.room, Effect.room) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .room(let action): room.reduce(&state, action)
      }
    }
  }

  /// A feature that stores a child of another one.
  struct Guest: Reducer {
    struct State: Equatable, Sendable {}
    enum Action: Sendable { case none }
    let room = Child(\House.State.room, Room(), House.Action.room, House.Effect.room)
    func reduce(into state: inout State, action: Action) -> Effects { .none }
  }

  private let id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

  @Test func `A child that isn't a stored property is reported when it starts an effect`() {
    let room = Room.State()
    var store = TestStore(House.State(room: room), Forgetful(), reporting: FailureSink { _, _ in })
    #expect(store.failures.isEmpty)
    store.send(.room(.open(room.id, room.price, room.url)), effects: [.room(.load(room.id))])
    #expect(store.failures.map(\.message).first?.hasPrefix("'room' isn't a stored property of `Forgetful`") == true)
    store.finish(.room(.load(room.id)))
    #expect(TestStore(House.State(), House(), reporting: FailureSink { _, _ in }).failures.isEmpty)
  }

  @Test func `A child of another feature is reported, even if it is never used`() {
    let store = TestStore(Guest.State(), Guest(), reporting: FailureSink { _, _ in })
    #expect(store.failures.map(\.message).first?.hasPrefix("'room' is a property of `Guest`, but") == true)
  }

  /// Two children of one type, the second of which embeds its actions like the first.
  struct Flat: Reducer {
    struct Lamp: Reducer {
      struct State: Equatable, Sendable { var isOn = false }
      enum Action: Sendable { case toggle }
      func reduce(into state: inout State, action: Action) -> Effects {
        state.isOn.toggle()
        return .none
      }
    }
    struct State: Equatable, Sendable { var hall = Lamp.State(), kitchen = Lamp.State() }
    enum Action: Sendable { case hall(action: Lamp.Action), kitchen(Lamp.Action) }
    let hall = Child(\State.hall, Lamp(), Action.hall, noEffects(in: Never.self))
    let kitchen: Child<State, Action, Never, Lamp>

    init(isRight: Bool) {
      let embed: @Sendable (Lamp.Action) -> Action = { isRight ? .kitchen($0) : .hall(action: $0) }
      kitchen = Child(\State.kitchen, Lamp(), embed, noEffects(in: Never.self))
    }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .hall(let action): hall.reduce(&state, action)
      case .kitchen(let action): kitchen.reduce(&state, action)
      }
    }
  }

  @Test(arguments: [true, false]) func `Two children with one case for their actions are reported once`(isRight: Bool) {
    var store = TestStore(Flat.State(), Flat(isRight: isRight), reporting: FailureSink { _, _ in })
    store.send(.kitchen(.toggle)) { $0.kitchen.isOn = true }
    store.send(.kitchen(.toggle)) { $0.kitchen.isOn = false }
    let message =
      "the children 'hall' and 'kitchen' both embed their actions in '.hall', so the results of one go to the other. "
      + "Give each child a case of its own."
    #expect(store.failures.map { $0.message.contains(message) } == (isRight ? [] : [true]))
  }

  /// Two children of one type, the second of which may embed its effects like the first.
  struct Rooms: Reducer {
    struct Heater: Reducer {
      struct State: Equatable, Sendable { var isOn = false }
      enum Action: Sendable { case start }
      enum Effect: Equatable, Sendable { case heat }
      func reduce(into state: inout State, action: Action) -> Effects { .run(.heat) }
    }
    struct State: Equatable, Sendable { var hall = Heater.State(), kitchen = Heater.State() }
    enum Action: Sendable { case hall(Heater.Action), kitchen(Heater.Action) }
    enum Effect: Equatable, Sendable { case hall(effect: Heater.Effect), kitchen(Heater.Effect) }
    let hall = Child(\State.hall, Heater(), Action.hall, Effect.hall)
    let kitchen: Child<State, Action, Effect, Heater>

    init(isRight: Bool) {
      let embed: @Sendable (Heater.Effect) -> Effect = { isRight ? .kitchen($0) : .hall(effect: $0) }
      kitchen = Child(\State.kitchen, Heater(), Action.kitchen, embed)
    }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .hall(let action): hall.reduce(&state, action)
      case .kitchen(let action): kitchen.reduce(&state, action)
      }
    }
  }

  @Test(arguments: [true, false]) func `Two children with one case for their effects are reported`(isRight: Bool) {
    var store = TestStore(Rooms.State(), Rooms(isRight: isRight), reporting: FailureSink { _, _ in })
    store.send(.kitchen(.start), effects: [isRight ? .kitchen(.heat) : .hall(effect: .heat)])
    store.finish(isRight ? .kitchen(.heat) : .hall(effect: .heat))
    let message = "the children 'hall' and 'kitchen' both embed their effects in '.hall'"
    #expect(store.failures.map { $0.message.contains(message) } == (isRight ? [] : [true]))
  }

  /// The rows of two tables, the second of which may embed like the first.
  struct Floors: Reducer {
    struct Row: Equatable, Identifiable, Sendable {
      let id: Int
      var isOn = false
    }
    struct Lamp: Reducer {
      typealias State = Row
      enum Action: Sendable { case toggle }
      enum Effect: Equatable, Sendable { case light }
      func reduce(into state: inout Row, action: Action) -> Effects {
        state.isOn.toggle()
        return .run(.light)
      }
    }
    struct State: Equatable, Sendable {
      var lower: EntityTable<Row> = [Row(id: 1)], upper: EntityTable<Row> = [Row(id: 1)]
    }
    enum Action: Sendable { case lower(Int, Lamp.Action), upper(Int, Lamp.Action) }
    enum Effect: Equatable, Sendable { case lower(Int, Lamp.Effect), upper(Int, Lamp.Effect) }
    typealias Rows = ChildRows<State, Action, Effect, EntityTable<Row>, Lamp>
    let lower = Rows(\State.lower, Lamp(), Action.lower, Effect.lower)
    let upper: Rows

    init(
      action: @escaping @Sendable (Int, Lamp.Action) -> Action, effect: @escaping @Sendable (Int, Lamp.Effect) -> Effect
    ) {
      upper = Rows(\State.upper, Lamp(), action, effect)
    }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .lower(let id, let action): lower.reduce(&state, id, action)
      case .upper(let id, let action): upper.reduce(&state, id, action)
      }
    }
  }

  @Test func `Rows of two tables with one case for their actions or effects are reported`() {
    func problems(of floors: Floors) -> [String] {
      var store = PartialTestStore(Floors.State(), floors, reporting: FailureSink { _, _ in })
      store.send(.upper(1, .toggle))
      return store.failures.map(\.message)
    }
    #expect(problems(of: Floors(action: Floors.Action.upper, effect: Floors.Effect.upper)) == [])
    let (action, effect) = (
      problems(of: Floors(action: Floors.Action.lower, effect: Floors.Effect.upper)),
      problems(of: Floors(action: Floors.Action.upper, effect: Floors.Effect.lower))
    )
    #expect(
      action.count == 1 && action[0].contains("'lower' and 'upper' both embed their actions in '.lower'"), "\(action)")
    #expect(
      effect.count == 1 && effect[0].contains("'lower' and 'upper' both embed their effects in '.lower'"), "\(effect)")
  }

  @Test func `An action for a child that doesn't exist fails the step`() throws {
    var store = TestStore(House.State(), House(), reporting: FailureSink { _, _ in })
    store.send(.room(.open(try #require(id), 1, URL(filePath: "/"))))
    #expect(store.failures.map(\.message).first?.hasPrefix("an action for 'room' was ignored") == true)
  }

  @Test func `Foundation's values are suggested as expressions`() throws {
    let id = try #require(id)
    let (price, url) = (try #require(Decimal(string: "1.25")), try #require(URL(string: "https://a.org/\"b")))
    var store = TestStore(Room.State(id: id), Room(), effects: [.load(id)], reporting: FailureSink { _, _ in })
    store.send(.open(id, price, url))
    let message = store.failures.map(\.message).joined()
    #expect(message.contains(#"write effects: [.load(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)]"#))
    #expect(message.contains(#"$0.price = Decimal(string: "1.25")!"#))
    #expect(message.contains(#"$0.url = URL(string: "https://a.org/%22b")!"#))
    #expect(TestText.code(Date(timeIntervalSinceReferenceDate: 2)) == "Date(timeIntervalSinceReferenceDate: 2.0)")
    #expect(TestText.code(Data([1, 2])) == "Data([1, 2])")
    #expect(TestText.code(["a\n\"b\""]) == #"["a\n\"b\""]"#)
    #expect(TestText.code([Double.infinity, -.infinity, .nan, 1]) == "[.infinity, -.infinity, .nan, 1.0]")
  }
}
