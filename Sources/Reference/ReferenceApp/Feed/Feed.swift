import Colmeia

/// The dog feed (D15, D18–D23, D27), which shows one breed at a time.
///
/// A new request replaces the previous one, so stale responses don't arrive. A response for a breed other than the
/// expected one is ignored.
public struct Feed: Reducer {
  /// The outputs of the dog feed.
  public enum Output: Sendable, Equatable {
    /// The server no longer accepts the token (status 401).
    case sessionExpired
  }

  /// Creates the reducer of the dog feed.
  public init() {}

  /// Updates the state in response to an action. Loading of the picture follows the selection.
  public func reduce(into state: inout State, action: Action) -> Effects {
    let effects = reduceImages(&state, action)
    return effects + followSelection(&state)
  }

  private func reduceImages(_ state: inout State, _ action: Action) -> Effects {
    switch action {
    case .load(let breed): return load(FeedLink(breed: breed), &state)
    case .retry: return retry(&state)
    case .open(let link): return open(link, &state)
    case .select(let image): state.selection = image
    case .deselect: state.selection = nil
    case .cached(let breed, let images, let age): if state.awaits(breed) { state.show(images, .cached(age: age)) }
    case .loaded(let breed, let images): if state.awaits(breed) { state.show(images, .fresh) }
    case .failed(let breed, let failure): return fail(breed, failure, &state)
    case .picture(let action): return reducePicture(action, &state)
    }
    return .none
  }

  private func fail(_ breed: Breed, _ failure: RequestFailure, _ state: inout State) -> Effects {
    guard state.awaits(breed) else { return .none }
    state.fail(failure)
    return failure == .status(401) ? .output(.sessionExpired) : .none
  }

  private func load(_ link: FeedLink, _ state: inout State) -> Effects {
    (state.breed, state.phase, state.selection, state.shown) = (link.breed, .loading, link.image, .fresh)
    return .run(.load(link.breed), id: ID.load, .replace)
  }

  private func retry(_ state: inout State) -> Effects {
    if case .cached(let age, .some) = state.shown {
      state.shown = .cached(age: age)
      return .run(.load(state.breed), id: ID.load, .replace)
    }
    guard case .failed = state.phase else { return .none }
    return load(FeedLink(breed: state.breed, image: state.selection), &state)
  }

  /// Navigates to the location of a link. Requests the images only if they're neither loaded nor being loaded.
  private func open(_ link: FeedLink, _ state: inout State) -> Effects {
    switch state.phase {
    case .loading where link.breed == state.breed, .loaded where link.breed == state.breed:
      state.selection = link.image
      return .none
    case .idle, .loading, .loaded, .failed:
      return load(link, &state)
    }
  }
}
