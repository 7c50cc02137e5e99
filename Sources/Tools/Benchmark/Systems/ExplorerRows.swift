import ColmeiaExplorer
import ReferenceApp

/// Rows for the explorer: programs of 12 actions, including the steps that bring them to rest, of the dog feed and of a
/// shop; and all programs of eight steps.
func exploration() -> [Row] {
  [
    Row("x", "explorer: one complete 12-action program of the dog feed", per: 1_000) {
      let explorer = dogFeed()
      return { n in for _ in 0..<n { keep(explorer.run(seeds: 0..<1_000, steps: 12...12).runs) } }
    },
    Row("xs", "explorer: one complete 12-action program of a shop with rows", per: 1_000) {
      let explorer = shopExplorer()
      return { n in for _ in 0..<n { keep(explorer.run(seeds: 0..<1_000, steps: 12...12).runs) } }
    },
    Row("xa", "explorer: all programs of 8 steps of the dog feed") {
      let explorer = dogFeed()
      return { n in for _ in 0..<n { keep(explorer.exhaust(steps: 8) { try? JSON.encode($0) }.states) } }
    },
  ]
}

func dogFeed() -> Explorer<Feed, NoServer> {
  let images = (1...4).compactMap { ImageURL(rawValue: "https://images.example/\($0).jpg") }
  var explorer = Explorer(Feed.State(), Feed())
  for breed in Breed.allCases { explorer.action(.load(breed)) }
  explorer.action(.retry)
  explorer.action(.deselect)
  explorer.action("select an image") { state, choices in
    choices.pick(from: state.images).map { .select(ImageReference($0)) }
  }
  explorer.outcomes { effect in
    switch effect {
    case .load(let breed): [.answer(.loaded(breed, images)), .answer(.failed(breed, .offline))]
    case .picture(let image): [.answer(.picture(.loaded(image, bytes: 7)))]
    }
  }
  explorer.always("there are no images while loading") { !$0.isLoading || $0.images.isEmpty }
  explorer.always("a failure and images exclude each other") { $0.failure == nil || $0.images.isEmpty }
  explorer.always("a selected image is one of the images") { state in
    state.selectedImage.map(state.images.contains) ?? true
  }
  explorer.eventually("nothing is loading") { !$0.isLoading }
  return explorer
}
