import Colmeia
import ColmeiaMeasuring
import ColmeiaTable

/// Rows for an action that is unrelated to a large number of rows, effects or features.
func scale() -> [Row] {
  [
    Row("busy", "beside 10,000 rows with a running effect; beside none", .beside(3)) {
      let store = Dog.store(10_000)
      store.send(.all(.walk))
      return { n in for _ in 0..<n { store.send(.increment) } }
    } beside: {
      let store = Dog.store(0)
      return { n in for _ in 0..<n { store.send(.increment) } }
    },
    Row("ready", "beside 4,000 rows that could have an effect, and half of them have; beside none", .beside(3)) {
      rooms(4_000)
    } beside: {
      rooms(0)
    },
    Row("replaced", "after 1,000 replaced identities whose effects have not stopped; before", .beside(3)) {
      profiles(1_000)
    } beside: {
      profiles(0)
    },
    Row("sheets", "after 1,000 times ten sheets with an effect were shown and closed; before", .beside(3)) {
      sheets(1_000)
    } beside: {
      sheets(0)
    },
    Row("long", "50 features with long-lived effects, added by each", .mutex(0.5), per: 50) {
      house(5)
    } addedTo: {
      house(0)
    },
    Row("made", "an action of one of 10,000 rows that know of their parent; beside 10", .beside(3)) {
      articles(10_000)
    } beside: {
      articles(10)
    },
    Row("removed", "10,000 rows appear, start a timer each, and are removed, each", per: 10_000) {
      let table = Dog.table(10_000)
      let store = Dog.store(0)
      return { n in
        for _ in 0..<n {
          store.send(.set(table))
          store.send(.all(.feedLater))
          store.send(.set([]))
        }
      }
    },
  ]
}

@Sendable private func rooms(_ count: Int) -> Row.Body {
  let rooms = EntityTable((0..<count).lazy.map { Room.State(id: $0, isOpen: $0 % 2 == 0) })
  let store = Store(List.State(items: rooms), List(Room()), Endless<List<Room>>())
  return { n in for _ in 0..<n { store.send(.increment) } }
}

@Sendable private func profiles(_ count: Int) -> Row.Body {
  let store = App.store(isStuck: true)
  for number in 0..<count {
    store.send(.openProfile(longText(number)))
    store.send(.profile(.save))
  }
  store.send(.openProfile(longText(count)))
  return { n in for _ in 0..<n { store.send(.increment) } }
}

@Sendable private func sheets(_ count: Int) -> Row.Body {
  let store = App.store(hasSheets: true)
  for _ in 0..<count {
    store.send(.openAll)
    for index in 0..<10 { store.send(.sheet(index, .save)) }
    store.send(.closeAll)
  }
  return { n in for _ in 0..<n { store.send(.increment) } }
}

/// Five floors of ten rooms, of which `count` floors are declared as children.
@Sendable private func house(_ count: Int) -> Row.Body {
  typealias House = Block<Block<Room>>
  let store = Store(
    House.State(parts: Ten(Block.State(parts: Ten(Room.State())))), House(count, Block(10, Room())), Endless<House>())
  return { n in for _ in 0..<n { store.send(.increment) } }
}

@Sendable private func articles(_ count: Int) -> Row.Body {
  let articles = EntityTable((0..<count).lazy.map { Article.State(id: $0) })
  let store = Store(
    List.State(items: articles), List(Article()) { $0.configured { $0.reader = $1.title } }, Endless<List<Article>>())
  return { n in for index in 0..<n { store.send(.item(index &* 7_919 % count, .like)) } }
}
