import ColmeiaTesting

/// Rows for tests, beside the same by hand.
func tools() -> [Row] {
  [
    Row("test", "a step of an exhaustive test of 1,000 steps; beside the same by hand", .beside(5), per: 1_000) {
      { n in
        for _ in 0..<n {
          var store = TestStore(BreedFeed.State(), BreedFeed())
          for number in 0..<500 {
            let breed = breeds[number & 1]
            store.send(.load(breed), effects: [.fetch(breed)]) { $0 = BreedFeed.State(breed: breed, isLoading: true) }
            store.answer(.fetch(breed), with: .loaded(FeedHandler.images)) {
              ($0.images, $0.isLoading) = (FeedHandler.images, false)
            }
          }
          store.finish()
          keep(store.failures.count)
        }
      }
    } beside: {
      { n in
        for _ in 0..<n {
          var (state, failures) = (BreedFeed.State(), 0)
          func check(
            _ action: BreedFeed.Action, _ effects: BreedFeed.Effects, _ change: (inout BreedFeed.State) -> Void
          ) {
            var expected = state
            change(&expected)
            let started = BreedFeed().reduce(into: &state, action: action)
            if started != effects || state != expected { failures += 1 }
          }
          for number in 0..<500 {
            let breed = breeds[number & 1]
            check(.load(breed), .run(.fetch(breed), id: BreedFeed.ID.load, .replace)) {
              $0 = BreedFeed.State(breed: breed, isLoading: true)
            }
            check(.loaded(FeedHandler.images), .none) { ($0.images, $0.isLoading) = (FeedHandler.images, false) }
          }
          keep(failures)
        }
      }
    },
    Row("explorer", "an action of 1,000 explored programs of 12; beside the reducer alone", per: 12_000) {
      var explorer = Explorer(BreedFeed.State(), BreedFeed())
      for breed in breeds { explorer.action(.load(breed)) }
      explorer.outcomes { _ in [.answer(.loaded(FeedHandler.images)), .answer(.failed)] }
      explorer.always("there are no images while loading") { !$0.isLoading || $0.images.isEmpty }
      explorer.eventually("nothing is loading") { !$0.isLoading }
      return { [explorer] n in for _ in 0..<n { keep(explorer.run(seeds: 0..<1_000, steps: 12...12).runs) } }
    } beside: {
      { n in
        for _ in 0..<n * 1_000 {
          var state = BreedFeed.State()
          for number in 0..<12 {
            let action = number & 1 == 0 ? BreedFeed.Action.load(breeds[number >> 1 & 1]) : .loaded(FeedHandler.images)
            keep(BreedFeed().reduce(into: &state, action: action))
          }
          keep(state)
        }
      }
    },
  ]
}

private let breeds = [longText(1), longText(2)]
