import Colmeia

/// Shots (M1–M9): a list that grows by pages, and each shot alone.
///
/// The list stays until a better one has come: a page that fails changes nothing, and a list that is loaded again is
/// replaced when its first page is there. An answer that is not the awaited one is ignored.
public struct Shots: Reducer {
  /// How many shots a page has.
  public static let perPage = 12
  /// How many shots are kept; then no more pages are asked for. To see others, load the list again.
  public static let limit = 1_000

  /// What can happen.
  public enum Action: Sendable, Equatable, Codable {
    /// Load the list from its first page, again if it is there.
    case load
    /// Load the next page, if there is one.
    case more
    /// Ask again for the page that did not come.
    case retry
    /// The user has read what went wrong.
    case dismiss
    /// Show a shot alone.
    case open(Int)
    /// Load the shot that is shown alone again.
    case reload
    /// Back to the list.
    case close

    /// Answers to ``Effect/page(_:)``. A cached page can come before the fresh one, and is not the end.
    case loaded(Page), failed(Int, ShotsFailure)
    /// Answers to ``Effect/shot(_:)``, of the number that was asked for.
    case shot(Int, Shot, Freshness), shotFailed(Int, ShotsFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case load, more, retry, dismiss, open, reload, close, loaded, failed, shot, shotFailed
    }
  }

  /// What the feature asks for.
  public enum Effect: Sendable, Equatable, Codable {
    /// `GET shots` with this page.
    case page(Int)
    /// `GET shots/{id}`.
    case shot(Int)

    enum CodingKeys: String, CodingKey, CaseIterable { case page, shot }
  }

  enum ID: String {
    /// The newest request of each counts.
    case list, detail
  }

  /// Creates the reducer of the shots.
  public init() {}

  /// Changes the state as the action demands.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load: return ask(for: 1, &state)
    case .more: return state.canLoadMore ? state.next.map { ask(for: $0, &state) } ?? .none : .none
    case .retry: return state.isLoading ? .none : state.failure.map { ask(for: $0.page, &state) } ?? .none
    case .dismiss: dismiss(&state)
    case .open(let id): return open(id, &state)
    case .reload: return state.detail.map { open($0.id, &state) } ?? .none
    case .close: return close(&state)
    case .loaded(let page): if state.loading == page.number { state.take(page) }
    case .failed(let page, let reason):
      if state.loading == page {
        state.loading = nil
        state.failure = PageFailure(page: page, reason: reason)
      }
    case .shot(let id, let shot, let freshness): if state.awaits(id) { state.take(shot, freshness) }
    case .shotFailed(let id, let failure):
      if state.awaits(id) {
        state.detail?.isLoading = false
        state.detail?.failure = failure
      }
    }
    return .none
  }

  private func ask(for page: Int, _ state: inout State) -> Effects {
    state.loading = page
    state.failure = nil
    return .run(.page(page), id: ID.list, .replace)
  }

  private func dismiss(_ state: inout State) {
    if state.detail != nil { state.detail?.isFailureRead = true } else { state.failure?.isRead = true }
  }

  /// Begins with what is known of the shot.
  private func open(_ id: Int, _ state: inout State) -> Effects {
    let known = state.detail?.id == id ? state.detail?.shot : nil
    let shot = known ?? state.shots.first { $0.id == id }
    state.detail = ShotDetail(id: id, shot: shot, shown: shot.map { _ in .cached })
    return .run(.shot(id), id: ID.detail, .replace)
  }

  private func close(_ state: inout State) -> Effects {
    if state.detail == nil { return .none }
    state.detail = nil
    return .cancel(ID.detail)
  }
}

extension Shots.State {
  func awaits(_ id: Int) -> Bool { detail?.id == id && detail?.isLoading == true }

  /// Takes a page that was awaited. A cached one does not replace what is shown already, and the fresh one is still to
  /// come.
  mutating func take(_ page: Shots.Page) {
    let isFresh = page.freshness == .fresh
    if page.number == 1 {
      if !isFresh && shown != nil { return }
      shots = []
    } else {
      shots.removeLast(min(provisional, shots.count))
    }
    let before = shots.count
    append(page.shots)
    provisional = isFresh ? 0 : shots.count - before
    next = page.next
    shown = page.freshness
    if isFresh { loading = nil }
  }

  /// Adds those that are not there yet: what came anew at the server's top pushes others from one page to the next.
  private mutating func append(_ more: [Shot]) {
    var known = Set(shots.compactMap(\.id))
    for shot in more where !isFull {
      if let id = shot.id, !known.insert(id).inserted { continue }
      shots.append(shot)
    }
  }

  /// Takes the shot that is shown alone, and puts a fresh one into the list as well.
  mutating func take(_ shot: Shot, _ freshness: Freshness) {
    detail?.shot = shot
    detail?.shown = freshness
    guard freshness == .fresh else { return }
    detail?.isLoading = false
    guard let id = shot.id, let index = shots.firstIndex(where: { $0.id == id }) else { return }
    shots[index] = shot
  }
}
