import Colmeia
import ColmeiaClient

/// Performs the effects of the dog feed, sending first the cached response and then the server's. A response for a
/// different breed, or with an invalid address, is rejected as a whole (D15).
struct FeedHandler: EffectHandler {
  let api: APIClient
  let session: SessionToken
  let answers: ResponseCache?
  let pictures: PictureHandler

  func work(for effect: Feed.Effect) -> Work<Feed.Action> {
    switch effect {
    case .load(let breed): .async { send in await load(breed, send) }
    case .picture(let image):
      .answer { send in
        await pictures.load(image, send: send.map(Feed.Action.picture)).map(Feed.Action.picture)
      }
    }
  }

  private func load(_ breed: Breed, _ send: Send<Feed.Action>) async {
    do throws(APIError) {
      let (api, account) = try await session.signed(api)
      let client = CachingClient(api, cache: answers)
      try await client.answers(to: IddogAPI.feed(breed.category), for: .account(account)) { answer, source in
        if let action = Self.action(for: breed, answer, source) { send(action) }
      }
    } catch { if let failure = RequestFailure(error) { send(.failed(breed, failure)) } }
  }

  /// Returns the action for a response, or `nil` for an invalid cached one, because the server's response follows.
  private static func action(
    for breed: Breed, _ answer: IddogAPI.Feed, _ source: ResponseSource
  ) -> Feed.Action? {
    let images = answer.list.map { ImageURL(rawValue: $0.rawValue) }
    let wrong =
      answer.category == breed.category ? images.firstIndex(of: nil).map { "list[\($0)]" } : "category"
    switch (source, wrong) {
    case (.cache, .some): return nil
    case (.cache(let age), nil): return .cached(breed, images.compactMap(\.self), age: age)
    case (.network, .some(let path)), (.confirmed, .some(let path)): return .failed(breed, .undecodable(at: path))
    case (.network, nil), (.confirmed, nil): return .loaded(breed, images.compactMap(\.self))
    }
  }
}

extension Breed {
  /// The API's category for the breed.
  var category: IddogAPI.Category {
    switch self {
    case .husky: .husky
    case .hound: .hound
    case .pug: .pug
    case .labrador: .labrador
    }
  }
}
