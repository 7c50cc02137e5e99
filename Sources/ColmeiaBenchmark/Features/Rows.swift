import Colmeia
import ColmeiaTable

/// A list of rows.
struct List<Item: Reducer>: Reducer
where Item.State: Identifiable & Equatable, Item.State.ID == Int, Item.Output == Never {
  struct State: Equatable, Sendable {
    var count = 0
    var title = longText(5)
    var items: EntityTable<Item.State>
  }
  enum Action: Sendable { case increment, item(Int, Item.Action), all(Item.Action), set(EntityTable<Item.State>) }
  enum Effect: Equatable, Sendable { case item(Int, Item.Effect) }
  typealias Items = ChildRows<State, Action, Effect, EntityTable<Item.State>, Item>
  let items: Items

  init(_ item: Item, configure: (Items) -> Items = { $0 }) {
    items = configure(ChildRows(\State.items, item, Action.item, Effect.item))
  }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment: state.count &+= 1
    case .item(let id, let action): return items.reduce(&state, id, action)
    case .all(let action):
      var effects = Effects.none
      for id in Array(state.items.ids) { effects += items.reduce(&state, id, action) }
      return effects
    case .set(let items): state.items = items
    }
    return .none
  }
}

/// A handler whose effects run until they are cancelled.
struct Endless<Feature: Reducer>: EffectHandler {
  func work(for effect: Feature.Effect) -> Work<Feature.Action> {
    .async { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
  }
}

/// A row with a walk that runs until it is cancelled, and a meal in an hour.
struct Dog: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    let id: Int
    var name = longText(4)
    var likes = 0
    var tags = [longText(1), longText(2)]
    var note: String?
  }
  enum Action: Sendable { case like, walk, feedLater }
  enum Effect: Equatable, Sendable { case walk(String), feed(String) }
  enum ID: String { case walk }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .like: state.likes &+= 1
    case .walk: return .run(.walk(state.name), id: ID.walk, .keep)
    case .feedLater: return .run(.feed(state.name), after: .seconds(3_600))
    }
    return .none
  }

  static func table(_ count: Int) -> EntityTable<State> { EntityTable((0..<count).lazy.map { State(id: $0) }) }

  static func store(_ count: Int) -> Store<List<Dog>> {
    Store(List.State(items: table(count)), List(Dog()), Endless<List<Dog>>())
  }
}

/// A row with a long-lived effect while the room is open.
struct Room: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    var id = 0
    var isOpen = true
    var title = longText(8)
    var lines = [longText(1), longText(2)]
    var draft: String?
  }
  enum Action: Sendable { case close }
  enum Effect: Equatable, Sendable { case follow(String) }
  enum ID: String { case follow }
  func reduce(into state: inout State, action: Action) -> Effects {
    state.isOpen = false
    return .none
  }
  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isOpen ? .running(.follow(state.title), id: ID.follow) : .none
  }
}

/// A row that needs to know who reads it, and may have a note.
struct Article: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    let id: Int
    var title = longText(6)
    var likes: [String] = []
    var note: Page.State?
  }
  enum Action: Sendable { case like, note(Page.Action) }
  enum Effect: Equatable, Sendable { case note(Page.Effect) }
  var reader = ""
  let note = Child(\State.note, Page(), Action.note, Effect.note)
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .like: if state.likes.last == reader { state.likes.removeLast() } else { state.likes.append(reader) }
    case .note(let action): return note.reduce(&state, action)
    }
    return .none
  }
}
