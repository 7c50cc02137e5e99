import ColmeiaExplorer

/// A dog feed, either correct or with one planted bug.
struct Feed: Reducer {
  enum Mistake: Sendable {
    case none, spinnerStays, lateAnswerWins, selectionSurvivesSignOut, loadSurvivesSignOut
  }
  enum Breed: Sendable { case husky, beagle }
  enum ID: String { case load }

  struct State: Hashable, Sendable {
    var breed: Breed?
    var images: [String] = []
    var selection: String?
    var isLoading = false
  }

  enum Action: Sendable {
    case load(Breed)
    case loaded(Breed, [String])
    case failed
    case select(String)
    case signOut
  }

  enum Effect: Sendable, Equatable { case fetch(Breed) }

  var mistake = Mistake.none

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load(let breed):
      state = State(breed: breed, isLoading: true)
      return .run(.fetch(breed), id: ID.load, mistake == .lateAnswerWins ? .concurrent : .replace)
    case .loaded(_, let images):
      state.images = images
      state.isLoading = false
    case .failed:
      state.isLoading = mistake == .spinnerStays
    case .select(let image):
      state.selection = image
    case .signOut:
      state = State(selection: mistake == .selectionSurvivesSignOut ? state.selection : nil)
      return mistake == .loadSurvivesSignOut ? .none : .cancel(ID.load)
    }
    return .none
  }

  static func explorer(_ mistake: Mistake = .none) -> Explorer<Feed, NoServer> {
    var explorer = Explorer(State(), Feed(mistake: mistake))
    explorer.action(.load(.husky), weight: 3)
    explorer.action(.load(.beagle))
    explorer.action("select an image") { state, choices in
      choices.pick(from: state.images).map { .select($0) }
    }
    explorer.action(.signOut)
    explorer.outcomes { effect in
      switch effect {
      case .fetch(let breed): [.answer(.loaded(breed, ["\(breed)/1", "\(breed)/2"])), .answer(.failed)]
      }
    }
    explorer.always("the images are of the breed") { state in
      guard let breed = state.breed else { return state.images.isEmpty }
      return state.images.allSatisfy { $0.hasPrefix("\(breed)") }
    }
    explorer.everyStep("signing out clears the state") { _, action, state in
      guard case .signOut = action else { return true }
      return state.breed == nil && state.selection == nil && state.images.isEmpty
    }
    explorer.always("nothing loads without a breed") { $0.breed != nil || !$0.isLoading }
    explorer.eventually("the spinner ends") { !$0.isLoading }
    explorer.sometimes("an image is selected") { $0.selection != nil }
    return explorer
  }
}
