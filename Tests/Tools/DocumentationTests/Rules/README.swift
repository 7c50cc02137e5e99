// What users of the features of the README and of the dogs for SwiftUI rely on. `PageTests` compiles this with both.

import ColmeiaExplorer
import ColmeiaTesting
import Testing

@Test func theFeedOfAnAppIsLoaded() {
  var explorer = Explorer(App.State(feed: Feed.State()), App())
  for breed in ["husky", "pug"] { explorer.action(.feed(.load(breed))) }
  explorer.outcomes { effect in
    switch effect {
    case .feed(.fetch(let breed)): [.answer(.feed(.loaded(["\(breed).jpg"]))), .answer(.feed(.failed))]
    }
  }
  explorer.always("images are of the breed") { state in
    state.feed.map { feed in feed.images.allSatisfy { $0.hasPrefix(feed.breed) } } ?? true
  }
  explorer.eventually("nothing is loading") { $0.feed?.isLoading != true }
  explorer.check(seeds: 0..<300)
}

@Test func dogsAreThoseOfTheSearch() {
  var explorer = Explorer(Dogs.State(), Dogs())
  for text in ["a", "b", ""] { explorer.action(.searched(text)) }
  explorer.action(.refreshed)
  explorer.action(.problemRead)
  explorer.action("like") { state, choices in choices.pick(from: state.dogs.map(\.id)).map { .dog($0, .liked) } }
  explorer.outcomes { effect in
    switch effect {
    case .find(let text): [.answer(.loaded([Dog.State(id: text, name: text)])), .answer(.failed("offline"))]
    }
  }
  explorer.always("the dogs are those of the search") { state in state.dogs.allSatisfy { $0.name == state.search } }
  explorer.eventually("nothing is loading") { !$0.isLoading }
  explorer.check(seeds: 0..<300)
}

@Test func aDogIsAddedOnlyAfterTheVet() {
  var explorer = Explorer(Dogs.State(), Dogs())
  for action in [
    Dogs.Action.addTapped, .form(.named("Nina")), .form(.named("")), .form(.vaccinated(true)),
    .form(.vaccinated(false)),
    .form(.saved), .formClosed, .deleted([0]), .moved([0], to: 1),
  ] { explorer.action(action) }
  explorer.everyStep("only a complete form adds a dog, and closes") { before, action, after in
    guard case .form(.saved) = action, let form = before.form else { return after.dogs.count <= before.dogs.count }
    return form.problem == nil ? after.dogs[id: form.name] != nil && after.form == nil : after == before
  }
  explorer.sometimes("a dog is added") { !$0.dogs.isEmpty }
  explorer.check(seeds: 0..<300)
}
