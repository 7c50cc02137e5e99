import ColmeiaExplorer

@testable import ReferenceApp

/// Explores the newspapers of Canillita's back end, with state that is saved on the device.
enum NewsExplorer {
  private static let paper = "Zangão"

  static func make() -> Explorer<News, BackendModel> {
    var explorer = Explorer(News.State(), News(), server: BackendModel())
    let actions: [News.Action] = [
      .restore, .choose(.create), .choose(.logIn), .typed(.name, paper), .typed(.name, "Novo"), .typed(.about, "x"),
      .enter, .enterAsGuest, .logOut, .loadNewspapers, .toggle(paper), .compose, .typed(.title, "t"),
      .typed(.body, "b"), .publish, .discard, .openArchive(paper), .closeArchive, .reconnect,
    ]
    for action in actions { explorer.action(action) }
    addRules(&explorer)
    explorer.sometimes("items are shown") { !$0.feed.list.items.isEmpty }
    explorer.sometimes("a newspaper was created") { _, world in isThere("Novo", world.server) }
    return explorer
  }

  /// Returns an explorer in which a newspaper edits or removes itself, and loads the list of newspapers.
  static func makeOwner() -> Explorer<News, BackendModel> {
    let state = News.State(reader: .newspaper(paper))
    var server = BackendModel()
    server.saved = SavedNews(state)
    var explorer = Explorer(state, News(), server: server)
    let actions: [News.Action] = [
      .edit(.begin), .edit(.typed("y")), .edit(.save), .edit(.remove), .edit(.end), .loadNewspapers,
      .loadMoreNewspapers, .logOut, .typed(.name, paper), .enter,
    ]
    for action in actions { explorer.action(action) }
    addRules(&explorer)
    explorer.eventually("no newspaper is listed twice") { state, _ in
      Set((state.newspapers ?? []).map(\.name)).count == (state.newspapers ?? []).count
    }
    explorer.sometimes("all newspapers are listed, from several pages") { ($0.newspapers ?? []).count > 2 }
    explorer.sometimes("a newspaper is removed") { _, world in !isThere(paper, world.server) }
    return explorer
  }

  private static func isThere(_ name: String, _ server: BackendModel) -> Bool {
    var server = server
    if case .success = server.call(CanillitaAPI.newspapers.find(name)) { return true }
    return false
  }

  private static func addRules(_ explorer: inout Explorer<News, BackendModel>) {
    explorer.outcomes { effect, server in outcomes(effect, server) }
    explorer.always("the stream is connected only for a reader with subscriptions") { state in
      !state.feed.wantsConnection || (state.reader.isIn && !state.subscriptions.isEmpty)
    }
    explorer.always("only a newspaper has a draft") { $0.draft == nil || $0.reader.newspaper != nil }
    explorer.everyStep("what is published is confirmed, and can be opened at once") { old, action, new in
      guard case .published(let item) = action, old.draft?.isPublishing == true else { return true }
      return new.published == item && (new.unlisted == item || new.feed.list[item.key] != nil)
    }
    explorer.always("the items are unique") { state in
      Set(state.feed.list.items.map(\.key)).count == state.feed.list.items.count
    }
    explorer.eventually("no request is in progress") { state in
      !state.form.isInProgress && !state.isLoadingNewspapers && state.draft?.isPublishing != true
        && state.reader != .restoring && state.edit?.call == nil
    }
    explorer.eventually("the signed-in newspaper exists on the server, unless a response was lost") { state, world in
      // If the response to a removal was lost, the app learns of it with the next request about the newspaper.
      guard let name = state.reader.newspaper, !world.server.hasLostAnswers else { return true }
      return isThere(name, world.server)
    }
    explorer.eventually("the reader is saved on the device, or a failure is shown") { state, world in
      state.storeFailure != nil || !state.reader.isIn && world.server.saved == nil
        || state.reader.newspaper == world.server.saved?.newspaper || !state.reader.isIn
    }
    explorer.eventually("what is shown is saved, and where the stream goes on, or a failure is shown") {
      state, world in
      let saved = world.server.saved ?? SavedNews()
      return state.storeFailure != nil || state.restoreFailure != nil
        || state.saving == .idle
          && saved.items == state.feed.list.items && saved.resume == state.feed.resume
    }
    explorer.always("the newest item is on top, and belongs to a subscribed newspaper") { state in
      let items = state.feed.list.items
      return items.map(\.id) == items.map(\.id).sorted(by: >)
        && items.allSatisfy { state.subscriptions.contains($0.newspaper) }
    }
    explorer.sometimes("a newspaper is signed in") { $0.reader.newspaper != nil }
  }

  private static func outcomes(_ effect: News.Effect, _ server: BackendModel) -> [Outcome<News.Action, BackendModel>] {
    switch effect {
    case .restore: [.answer(.restored(server.saved)), .answer(.restoreFailed(.damaged))]
    case .keep(let saved): [server.outcome(.kept) { $0.saved = saved }, .answer(.notKept(.full))]
    case .find(let name): call(server, CanillitaAPI.newspapers.find(name), News.Action.entered, News.Action.enterFailed)
    case .create(let newspaper):
      call(server, CanillitaAPI.newspapers.create(newspaper.request), News.Action.entered, News.Action.enterFailed)
    case .newspapers(let page):
      call(
        server, CanillitaAPI.newspapers.page(page, size: 2),
        { .newspapers(NewspaperPage(number: page, $0.list, hasMore: $0.info.hasMore)) }, News.Action.newspapersFailed)
    case .read(let name):
      call(server, CanillitaAPI.newspapers.find(name), { .edit(.read($0)) }, { .edit(.failed($0)) })
    case .update(let newspaper):
      call(
        server, CanillitaAPI.newspapers.update(newspaper.name, newspaper.request), { .edit(.saved($0)) },
        { .edit(.failed($0)) })
    case .delete(let name):
      call(server, CanillitaAPI.newspapers.delete(name), { .edit(.removed) }, { .edit(.failed($0)) })
    case .publish(let draft, let name):
      call(server, CanillitaAPI.news(of: name).create(draft), News.Action.published, News.Action.publishFailed)
    case .follow(let names, let id, let channel):
      [
        .resolve(stream(names, id, ["1", "2"], channel)),
        // The server doesn't know the last item.
        .resolve(stream(names, nil, ["2", "3"], channel)),
        .resolve([.received(.skipped(id: "4"), over: channel), .received(.corrupted(id: "5"), over: channel)]),
        .answer(.received(.refused(.status(404)), over: channel)),
      ]
    }
  }

  private static func stream(
    _ names: [String], _ id: String?, _ ids: [String], _ channel: News.Channel
  ) -> [News.Action] {
    let items = names.flatMap { name in
      ids.map { NewsStream.Event.item(NewsItem(id: $0, newspaper: name, title: $0, body: "x")) }
    }
    return ([.opened(after: id)] + items + [.interrupted]).map { .received($0, over: channel) }
  }

  private static func call<Answer>(
    _ server: BackendModel, _ endpoint: Endpoint<Answer>, _ done: (Answer) -> News.Action,
    _ failed: (NewspaperFailure) -> News.Action
  ) -> [Outcome<News.Action, BackendModel>] {
    server.outcomes(to: endpoint) { answer, _ in
      switch answer {
      case .success(let answer): done(answer)
      case .failure(let error): NewspaperFailure(error).map(failed)
      }
    }
  }
}
