import ColmeiaTesting
import TestSupport
import Testing

@testable import ReferenceApp

/// Explores the shots in the whole app: every action and every outcome in any order.
@Suite(.long) struct ShotsExplorationTests {
  @Test func `List, pages, activity indicator and shot stay consistent`() {
    let exploration = Self.explorer().run(seeds: AppExplorationTests.seeds)
    #expect(exploration.passed, "\(exploration)")
    #expect(exploration.coverage.actions.allSatisfy { $0.count > 0 })
  }

  static func explorer() -> Explorer<AppReducer, NoServer> {
    var explorer = Explorer(AppReducer.State(), AppReducer())
    let actions: [Shots.Action] = [
      .load, .more, .more, .more, .retry, .dismiss, .open(1), .open(3), .open(99), .reload, .close,
    ]
    for action in actions { explorer.action(.shots(action)) }
    for tab in [AppTab.shots, .events, .feed] { explorer.action(.select(tab)) }
    explorer.action(.auth(.signOut))
    explorer.outcomes { effect in
      if case .shots(let effect) = effect { Self.outcomes(effect) } else { [] }
    }
    explorer.always("the shots have unique numbers") { state in
      let ids = state.shots.shots.compactMap(\.id)
      return Set(ids).count == ids.count
    }
    explorer.always("the list and the empty view exclude each other") {
      !(!$0.shots.shots.isEmpty && $0.shots.showsEmpty)
    }
    explorer.always("cached shots that await fresh ones are in the list, which is marked as cached") { state in
      state.shots.cachedCount <= state.shots.shots.count
        && (state.shots.cachedCount == 0 || state.shots.shown == .cached)
    }
    explorer.always("a fresh list contains no shot that only the cache had") { state in
      state.shots.shown == .cached || !state.shots.shots.contains { $0.id == 50 }
    }
    explorer.always("a failure and a spinner exclude each other") { $0.shots.failure == nil || !$0.shots.isLoading }
    explorer.always("the next page, if any, is not the first") { state in
      state.shots.next.map { $0 > 1 } ?? true
    }
    explorer.always("on the shots tab, the shots have been requested") { $0.tab != .shots || !$0.shots.isUntouched }
    explorer.eventually("nothing is loading") { !$0.shots.isLoading && $0.shots.detail?.isLoading != true }
    explorer.sometimes("three pages are loaded") { $0.shots.shots.count == 6 }
    explorer.sometimes("the end is reached") { $0.shots.isAtEnd && !$0.shots.shots.isEmpty }
    explorer.sometimes("loading a further page has failed") { !$0.shots.shots.isEmpty && $0.shots.error != nil }
    explorer.sometimes("a cached page is shown after a failure") {
      $0.shots.shown == .cached && $0.shots.failure != nil
    }
    explorer.sometimes("the list is empty") { $0.shots.showsEmpty && $0.shots.failure == nil }
    explorer.sometimes("loading a shot has failed") { $0.shots.detail?.failure != nil }
    return explorer
  }

  /// Three pages of two shots each. Sometimes a shot has moved to the next page, or the list is empty.
  static func outcomes(_ effect: Shots.Effect) -> [Outcome<AppReducer.Action, NoServer>] {
    switch effect {
    case .page(let number):
      func page(_ ids: [Int], _ freshness: Freshness = .fresh) -> AppReducer.Action {
        .shots(.loaded(Shots.Page(number, Example.shots(ids), next: number < 3 ? number + 1 : nil, freshness)))
      }
      let own = [number * 2 - 1, number * 2]
      let empty = AppReducer.Action.shots(.loaded(Shots.Page(number, [], next: nil)))
      return [
        .answer(page(own), weight: 4), .answer(page([number * 2 - 2, number * 2 - 1])), .answer(empty),
        .resolve([page([number * 2, 50], .cached), page(own)], thenEnds: true),
        .resolve([page(own, .cached), .shots(.failed(number, .undefined(.offline)))], thenEnds: true),
        .answer(.shots(.failed(number, .unauthorized))),
        .answer(.shots(.failed(number, .jsonMapping(at: "")))),
      ]
    case .shot(let id):
      return [
        .answer(.shots(.shot(id, Shot(id: id, title: "newer"), .fresh))),
        .answer(.shots(.shot(id, Shot(id: nil), .fresh))),
        .resolve(
          [.shots(.shot(id, Shot(id: id), .cached)), .shots(.shotFailed(id, .undefined(.status(404))))], thenEnds: true),
      ]
    }
  }
}
