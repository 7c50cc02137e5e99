import ColmeiaTable

/// Rows for an action that is unrelated to a large number of rows, effects or features.
func scale() -> [Row] {
  [
    // "busy" and "ready" are missed by a little: a table is asked for its stamp through two closures and a key path, which
    // is 4.5 mutexes, whatever the number of rows.
    Row("busy", "an unrelated action, 10,000 rows with a running effect; beside none", .beside(3, limit: 6)) {
      let store = Dog.store(10_000)
      store.send(.all(.walk))
      return { n in for _ in 0..<n { store.send(.increment) } }
    } beside: {
      let store = Dog.store(0)
      return { n in for _ in 0..<n { store.send(.increment) } }
    },
    Row(
      "ready", "the same, 4,000 rows that could have a long-lived effect, and half have; beside 4,000 that can't",
      .beside(3, limit: 6)
    ) {
      let rooms = EntityTable((0..<4_000).lazy.map { Room.State(id: $0, isOpen: $0 % 2 == 0) })
      let store = Store(Inn.State(rooms: rooms), Inn(), Endless<Inn>())
      return { n in for _ in 0..<n { store.send(.increment) } }
    } beside: {
      let store = Dog.store(4_000)
      return { n in for _ in 0..<n { store.send(.increment) } }
    },
    Row("replaced", "the same after 1,000 replaced identities whose effects have not stopped; before", .beside(3)) {
      profiles(1_000)
    } beside: {
      profiles(0)
    },
    Row("sheets", "the same after 1,000 times ten sheets with an effect were shown and closed; before", .beside(3)) {
      sheets(1_000)
    } beside: {
      sheets(0)
    },
    // Missed by far. A feature is asked for its effects through a closure and a key path per level, its identity and its
    // effects are compared with the last ones, and its scope is found by hashing. One closure takes 0.5 mutex. It was 32
    // mutexes with an identity that was cast for each check, and 90 with generic code that wasn't specialised.
    Row(
      "long", "the same, 50 features with long-lived effects two levels down, added by each", .mutex(0.5, limit: 45),
      per: 50
    ) {
      house(hasFloors: true)
    } addedTo: {
      house(hasFloors: false)
    },
    Row("made", "an action of one of 10,000 rows that are configured and have no note; beside 10", .beside(3)) {
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

@Sendable private func house(hasFloors: Bool) -> Row.Body {
  let store = Store(House.State(), House(hasFloors: hasFloors), Endless<House>())
  return { n in for _ in 0..<n { store.send(.increment) } }
}

/// Ten of the rows are changed in turn, so that memory that isn't in a cache counts little.
@Sendable private func articles(_ count: Int) -> Row.Body {
  let articles = EntityTable((0..<count).lazy.map { Article.State(id: $0) })
  let store = Store(Newspaper.State(articles: articles), Newspaper(), Endless<Newspaper>())
  return { n in for index in 0..<n { store.send(.article(index % 10 * count / 10, .like)) } }
}
