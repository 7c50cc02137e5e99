import Colmeia
import ColmeiaNetworking

/// Carries out the effects of the dog feed. Strict about the answer (D15): another breed than was asked for, or one
/// address that is none, makes all of it undecodable.
struct FeedHandler: EffectHandler {
  let api: APIClient
  let pictures: PictureHandler

  func perform(_ effect: Feed.Effect, send: Send<Feed.Action>) async {
    switch effect {
    case .load(let breed): if let action = await load(breed) { send(action) }
    case .picture(let image): await pictures.load(image, send: send.map(Feed.Action.picture))
    }
  }

  private func load(_ breed: Breed) async -> Feed.Action? {
    do throws(APIError) {
      let answer = try await api.send(IddogAPI.feed(breed.category))
      guard answer.category == breed.category else { return .failed(breed, .undecodable(at: "category")) }
      let images = answer.list.map { ImageURL(rawValue: $0.rawValue) }
      if let index = images.firstIndex(of: nil) { return .failed(breed, .undecodable(at: "list[\(index)]")) }
      return .loaded(breed, images.compactMap { $0 })
    } catch { return RequestFailure(error).map { .failed(breed, $0) } }
  }
}

extension Breed {
  /// What the API calls the breed.
  var category: IddogAPI.Category {
    switch self {
    case .husky: .husky
    case .hound: .hound
    case .pug: .pug
    case .labrador: .labrador
    }
  }
}
