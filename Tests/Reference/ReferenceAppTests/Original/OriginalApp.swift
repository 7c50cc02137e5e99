@testable import ReferenceApp

/// A model of the app that the reference app re-creates (D16–D20), including its defects. Tests compare the two apps,
/// and search the model for the defects. The token is omitted, because it plays no part in them.
struct OriginalApp: Reducer {
  struct State: Sendable, Equatable, Codable {
    var account: Account?
    var isSigningUp = false
    var feed = Feed()

    struct Feed: Sendable, Equatable, Codable {
      var breed = Breed.husky
      var isLoading = false
      var images: [ImageURL] = []
    }
  }

  enum Action: Sendable, Equatable, Codable {
    /// The action `read`, sent when the app starts.
    case read
    /// The action `write`, with the account from the repository.
    case write(Account)
    /// The action `signUp(signUp)`.
    case signUp(String)
    /// The action `signUp(succeed)`, followed by `authentication(set)`.
    case succeed(Account)
    /// The action `signUp(fail)`.
    case fail
    case signOut
    case load(Breed)
    case receive([ImageURL])
    /// The request for the feed failed. The original only logs this.
    case failFeed
  }

  enum Effect: Sendable, Equatable, Codable {
    case get
    case put(Account)
    case delete
    case signUp(String)
    case feed(Breed)
  }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .read: return .run(.get)
    case .write(let account): state.account = account
    case .signUp(let typed):
      state.isSigningUp = true
      return .run(.signUp(typed))
    case .succeed(let account):
      state.isSigningUp = false
      state.account = account
      return .run(.put(account))
    case .fail: state.isSigningUp = false
    case .signOut:
      state.account = nil
      return .run(.delete)
    case .load(let breed):
      state.feed.breed = breed
      state.feed.isLoading = true
      return state.account == nil ? .none : .run(.feed(breed))
    case .receive(let images):
      state.feed.images = images
      state.feed.isLoading = false
    case .failFeed: break
    }
    return .none
  }
}
