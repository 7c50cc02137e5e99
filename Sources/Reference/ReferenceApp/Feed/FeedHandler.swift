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
      try await client.answers(to: IddogAPI.feed(breed), for: .account(account)) { answer, source in
        if let action = Self.action(for: breed, answer, source) { send(action) }
      }
    } catch { if let failure = RequestFailure(error) { send(.failed(breed, failure)) } }
  }

  /// Returns the action for a response, or `nil` for an invalid cached one, because the server's response follows.
  private static func action(for breed: Breed, _ answer: DogFeed, _ source: ResponseSource) -> Feed.Action? {
    switch source {
    case .cache(let age): answer.category == breed ? .cached(breed, answer.list, age: age) : nil
    case .network, .confirmed:
      answer.category == breed ? .loaded(breed, answer.list) : .failed(breed, .undecodable(at: "category"))
    }
  }
}
