import ColmeiaExplorer

@testable import ReferenceApp

/// Explores the dog feed of a user who is signed in at iddog's back end, until the token expires.
enum FeedExplorer {
  static func make() -> Explorer<Feed, BackendModel> {
    var server = BackendModel()
    if case .success(let answer) = server.call(IddogAPI.signUp(email: "ana@colmeia.example")) {
      server.token = answer.user.token.value
    }
    var explorer = Explorer(Feed.State(), Feed(), server: server)
    for breed in [Breed.husky, .pug] { explorer.action(.load(breed)) }
    explorer.action(.retry)
    explorer.action(.deselect)
    explorer.action("select an image") { state, choices in
      choices.pick(from: state.images.prefix(2)).map { .select(ImageReference($0)) }
    }
    explorer.elsewhere("the token expires") { server in
      guard server.token != "expired" else { return false }
      server.token = "expired"
      return true
    }
    explorer.outcomes { effect, server in
      switch effect {
      case .load(let breed):
        server.outcomes(to: IddogAPI.feed(breed), as: IddogAPI.tokenHeader) { answer, _ in
          switch answer {
          case .success(let feed): .loaded(breed, feed.list)
          case .failure(let error): RequestFailure(error).map { .failed(breed, $0) }
          }
        }
      case .picture(let image):
        [.answer(.picture(.loaded(image, bytes: 7))), .answer(.picture(.failed(image, .offline)))]
      }
    }
    explorer.always("images, a spinner and a failure exclude each other") { state in
      [!state.images.isEmpty, state.isLoading, state.failure != nil].count { $0 } <= 1
    }
    explorer.always("the images are of the chosen breed") { state in
      state.images.allSatisfy { $0.rawValue.contains(state.breed.rawValue) }
    }
    explorer.always("only one list is loaded at a time") { _, world in
      world.running.count { if case .load = $0 { true } else { false } } <= 1
    }
    explorer.always("the picture belongs to the selected image") { $0.picture?.image == $0.selectedImage }
    explorer.eventually("nothing is loading") { !$0.isLoading && $0.picture?.isLoading != true }
    explorer.sometimes("images are loaded") { !$0.images.isEmpty }
    explorer.sometimes("the token is rejected") { $0.failure == .status(401) }
    return explorer
  }
}
