import Colmeia

/// Shots (M1–M9): a list that is loaded page by page, and the details of each shot.
///
/// The list is kept until a better one has arrived: a page that fails changes nothing, and a reloaded list replaces the
/// old one only once its first page has arrived. Responses other than the expected one are ignored.
public struct Shots: Reducer {
  /// The number of shots per page.
  public static let perPage = 12
  /// The maximum number of shots in the list. Once it's reached, no more pages are requested until the list is
  /// reloaded.
  public static let limit = 1_000

  /// The actions of the shots.
  public enum Action: Sendable, Equatable, Codable {
    /// Loads the list, or reloads it from its first page.
    case load
    /// Loads the next page, if there is one. If only a cached copy of the last page is shown, the page that failed.
    case more
    /// Retries the page that failed.
    case retry
    /// Dismisses the failure message.
    case dismiss
    /// Opens a shot.
    case open(Int)
    /// Reloads the open shot.
    case reload
    /// Closes the shot and returns to the list.
    case close

    /// The results of ``Effect/page(_:)``. A cached page may arrive before the fresh one, and doesn't end the request.
    case loaded(Page), failed(Int, ShotsFailure)
    /// The results of ``Effect/shot(_:)``, with the number that was requested.
    case shot(Int, Shot, Freshness), shotFailed(Int, ShotsFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case load, more, retry, dismiss, open, reload, close, loaded, failed, shot, shotFailed
    }
  }

  /// The effects of the shots.
  public enum Effect: Sendable, Equatable, Codable {
    /// `GET shots`, one page.
    case page(Int)
    /// `GET shots/{id}`.
    case shot(Int)

    enum CodingKeys: String, CodingKey, CaseIterable { case page, shot }
  }

  enum ID: String {
    /// Requests for the list and for a shot. A new one replaces the previous one.
    case list, detail
  }

  /// Creates the reducer of the shots.
  public init() {}

  /// Updates the state in response to an action.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load: return request(page: 1, &state)
    case .more: return state.canLoadMore ? state.following.map { request(page: $0, &state) } ?? .none : .none
    case .retry: return state.isLoading ? .none : state.failure.map { request(page: $0.page, &state) } ?? .none
    case .dismiss: dismiss(&state)
    case .open(let id): return open(id, &state)
    case .reload: return state.detail.map { open($0.id, &state) } ?? .none
    case .close: return close(&state)
    case .loaded(let page): if state.loading == page.number { state.insert(page) }
    case .failed(let page, let reason):
      if state.loading == page {
        state.loading = nil
        state.failure = PageFailure(page: page, reason: reason)
      }
    case .shot(let id, let shot, let freshness): if state.awaits(id) { state.insert(shot, freshness) }
    case .shotFailed(let id, let failure):
      if state.awaits(id) {
        state.detail?.isLoading = false
        state.detail?.failure = failure
      }
    }
    return .none
  }

  private func request(page: Int, _ state: inout State) -> Effects {
    state.loading = page
    state.failure = nil
    return .run(.page(page), id: ID.list, .replace)
  }

  private func dismiss(_ state: inout State) {
    if state.detail != nil { state.detail?.isFailureRead = true } else { state.failure?.isRead = true }
  }

  /// Opens a shot, showing at first what is already known about it.
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
  /// The page that ``Shots/Action/more`` loads. The next one would replace a cached copy at the end of the list, and
  /// leave a gap.
  var following: Int? { cachedCount > 0 ? failure?.page ?? next : next }

  func awaits(_ id: Int) -> Bool { detail?.id == id && detail?.isLoading == true }

  /// Adds a page that was requested. A cached page doesn't replace a list that is already shown, and leaves the request
  /// in flight.
  mutating func insert(_ page: Shots.Page) {
    let isFresh = page.freshness == .fresh
    if page.number == 1 {
      if !isFresh && shown != nil { return }
      shots = []
    } else {
      shots.removeLast(min(cachedCount, shots.count))
    }
    let before = shots.count
    append(page.shots)
    cachedCount = isFresh ? 0 : shots.count - before
    next = page.next
    shown = page.freshness
    if isFresh { loading = nil }
  }

  /// Appends the shots that are not in the list yet. New shots at the top of the server's list shift others to the next
  /// page, so a shot can appear on two pages.
  private mutating func append(_ more: [Shot]) {
    var known = Set(shots.compactMap(\.id))
    for shot in more where !isFull {
      if let id = shot.id, !known.insert(id).inserted { continue }
      shots.append(shot)
    }
  }

  /// Updates the open shot. A fresh version also replaces the shot in the list.
  mutating func insert(_ shot: Shot, _ freshness: Freshness) {
    detail?.shot = shot
    detail?.shown = freshness
    guard freshness == .fresh else { return }
    detail?.isLoading = false
    guard let id = shot.id, let index = shots.firstIndex(where: { $0.id == id }) else { return }
    shots[index] = shot
  }
}
