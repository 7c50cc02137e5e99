import ColmeiaTable

func subscribers() -> [Row] {
  @Sendable func unchanged() -> Row.Body {
    let store = Form.watched()
    return { n in for _ in 0..<n { store.send(.increment) } }
  }
  return [
    Row("watched", "an unrelated action, 1,000 subscribers of 1,000 rows; beside none", .beside(3, limit: 5)) {
      let store = Dog.store(1_000)
      for id in 0..<1_000 { store.subscribe(row: id, in: \.dogs) { _ in } }
      return { n in for _ in 0..<n { store.send(.increment) } }
    } beside: {
      let store = Dog.store(1_000)
      return { n in for _ in 0..<n { store.send(.increment) } }
    },
    // Missed. Two strings are read through a key path and compared, which takes 2 mutexes. Half of one would be a closure.
    Row(
      "paths", "1,000 subscribers of 1,000 unchanged paths of one feature, added by each", .mutex(0.5, limit: 6),
      per: 1_000
    ) {
      unchanged()
    } addedTo: {
      let store = Store(Form.State(), Form())
      return { n in for _ in 0..<n { store.send(.increment) } }
    },
    Row("paths.one", "the same when one of them changes; beside none", .beside(1.2)) {
      let store = Form.watched()
      let texts = [longText(2), longText(3)]
      return { n in for index in 0..<n { store.send(.type(texts[index & 1])) } }
    } beside: {
      unchanged()
    },
    Row("subscriptions", "1,000 subscriptions of one path are made and cancelled, each", per: 1_000) {
      let store = App.store()
      return { n in
        for _ in 0..<n {
          for subscription in (0..<1_000).map({ _ in store.subscribe(to: \.title) { _ in } }) { subscription.cancel() }
        }
      }
    },
  ]
}
