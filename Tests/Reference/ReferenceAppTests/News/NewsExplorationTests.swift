import ColmeiaTesting
import TestSupport
import Testing

@testable import ReferenceApp

/// Explores the newspapers in the whole app: every action and every outcome in any order.
@Suite(.long) struct NewsExplorationTests {
  @Test func `Reader, streams and forms stay consistent`() {
    let exploration = Self.explorer().run(seeds: 0..<2_000)
    #expect(exploration.passed, "\(exploration)")
    #expect(exploration.coverage.actions.allSatisfy { $0.count > 0 })
  }

  static func explorer() -> Explorer<AppReducer, NoServer> {
    var explorer = Explorer(AppReducer.State(tab: .news), AppReducer())
    let actions: [News.Action] = [
      .restore, .choose(.create), .choose(.logIn), .typed(.name, "Diário"), .typed(.about, "x"), .enter, .enter,
      .enterAsGuest, .logOut, .show(.newspapers), .show(.feed), .loadNewspapers, .toggle("Diário"), .toggle("Folha"),
      .open(NewsTests.item("1").key), .close, .openArchive("Folha"), .openArchive("Diário"), .closeArchive, .compose,
      .compose,
      .typed(.title, "t"), .typed(.title, "t"), .typed(.body, "b"), .typed(.body, "b"), .publish, .publish, .discard,
      .reconnect, .loadMoreNewspapers, .edit(.begin), .edit(.begin), .edit(.typed("y")), .edit(.save), .edit(.remove),
      .edit(.remove), .edit(.end),
    ]
    for action in actions { explorer.action(.news(action)) }
    explorer.outcomes { effect in
      guard case .news(let effect) = effect else { return [] }
      return outcomes(effect)
    }
    explorer.always("the items are unique, and belong to subscribed newspapers") { state in
      let items = state.news.feed.list.items
      return Set(items.map(\.key)).count == items.count
        && items.allSatisfy { state.news.subscriptions.contains($0.newspaper) }
    }
    explorer.always("the stream is connected only for a reader with subscriptions") { state in
      !state.news.feed.wantsConnection || (state.news.reader.isIn && !state.news.subscriptions.isEmpty)
    }
    explorer.always("an archive is open only for a signed-in reader, together with its stream") { state in
      (state.news.archived != nil) == (state.news.archive.connection != .closed)
        && (state.news.archived == nil || state.news.reader.isIn)
    }
    explorer.always("only a newspaper has a draft") { $0.news.draft == nil || $0.news.reader.newspaper != nil }
    explorer.eventually("no request is in progress") { state in
      let news = state.news
      return !news.form.isInProgress && !news.isLoadingNewspapers && news.draft?.isPublishing != true
        && news.reader != .restoring && news.edit?.call == nil
    }
    explorer.sometimes("items of two newspapers are shown") { state in
      Set(state.news.feed.list.items.map(\.newspaper)).count == 2
    }
    explorer.sometimes("the stream is rejected") { $0.news.feed.connection == .refused(.status(404)) }
    explorer.always("a newspaper edits only itself") { state in
      state.news.edit == nil || state.news.edit?.name == state.news.reader.newspaper
    }
    explorer.sometimes("a newspaper is being removed") { $0.news.edit?.call == .remove }
    explorer.sometimes("an item is being published") { $0.news.draft?.isPublishing == true }
    return explorer
  }

  private static func outcomes(_ effect: News.Effect) -> [Outcome<AppReducer.Action, NoServer>] {
    switch effect {
    case .restore:
      [
        .answer(.news(.restored(nil))), .answer(.news(.restoreFailed(.damaged))),
        .answer(
          .news(.restored(SavedNews(newspaper: "Diário", subscriptions: ["Diário"], items: [NewsTests.item("0")])))),
      ]
    case .keep: [.answer(.news(.kept)), .answer(.news(.notKept(.full)))]
    case .find, .create: [.answer(.news(.entered(NewsTests.daily))), .answer(.news(.enterFailed(.notFound)))]
    case .newspapers:
      [
        .answer(.news(.newspapers(NewspaperPage(newspapers: [NewsTests.daily], hasMore: true)))),
        .answer(.news(.newspapersFailed(.request(.offline)))),
      ]
    case .read: [.answer(.news(.edit(.read(NewsTests.daily)))), .answer(.news(.edit(.failed(.notFound))))]
    case .update(let newspaper): [.answer(.news(.edit(.saved(newspaper)))), .answer(.news(.edit(.failed(.notFound))))]
    case .delete: [.answer(.news(.edit(.removed))), .answer(.news(.edit(.failed(.request(.offline)))))]
    case .publish:
      [.answer(.news(.published(NewsTests.item("3")))), .answer(.news(.publishFailed(.request(.timedOut))))]
    case .follow(let names, let id, let channel):
      [
        .resolve(
          [.news(.received(.opened(after: id), over: channel))]
            + names.flatMap { name in
              ["1", "2", "1"].map { .news(.received(.item(NewsTests.item($0, name)), over: channel)) }
            } + [.news(.received(.interrupted, over: channel))]),
        .resolve(
          [
            .news(.received(.corrupted(id: ""), over: channel)),
            .news(.received(.refused(.status(404)), over: channel)),
          ],
          thenEnds: true),
      ]
    }
  }
}
