import ColmeiaTable

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

  static func store(_ count: Int) -> Store<Kennel> {
    Store(Kennel.State(dogs: table(count)), Kennel(), Endless<Kennel>())
  }
}

/// Dogs in a list.
struct Kennel: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var title = longText(5)
    var dogs: EntityTable<Dog.State>
  }
  enum Action: Sendable { case increment, dog(Int, Dog.Action), all(Dog.Action), set(EntityTable<Dog.State>) }
  enum Effect: Equatable, Sendable { case dog(Int, Dog.Effect) }
  let dogs = ChildRows(\State.dogs, Dog(), Action.dog, Effect.dog)
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment: state.count &+= 1
    case .dog(let id, let action): return dogs.reduce(&state, id, action)
    case .all(let action):
      var effects = Effects.none
      for id in Array(state.dogs.ids) { effects += dogs.reduce(&state, id, action) }
      return effects
    case .set(let dogs): state.dogs = dogs
    }
    return .none
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

/// Rooms in a list.
struct Inn: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var title = longText(5)
    var rooms: EntityTable<Room.State>
  }
  enum Action: Sendable { case increment, room(Int, Room.Action) }
  enum Effect: Equatable, Sendable { case room(Int, Room.Effect) }
  let rooms = ChildRows(\State.rooms, Room(), Action.room, Effect.room)
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment: state.count &+= 1
    case .room(let id, let action): return rooms.reduce(&state, id, action)
    }
    return .none
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

/// Articles in a list.
struct Newspaper: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var title = longText(5)
    var articles: EntityTable<Article.State>
  }
  enum Action: Sendable { case increment, article(Int, Article.Action) }
  enum Effect: Equatable, Sendable { case article(Int, Article.Effect) }
  let articles = ChildRows(\State.articles, Article(), Action.article, Effect.article)
    .configured { $0.reader = $1.title }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment: state.count &+= 1
    case .article(let id, let action): return articles.reduce(&state, id, action)
    }
    return .none
  }
}
