import ColmeiaClient
import ColmeiaSimulation
import ColmeiaSystems

@testable import ColmeiaApp

/// The newspapers of Canillita's back end, and a desk that is kept on the device.
enum NewsExplorer {
  static func make() -> Explorer<News, BackendModel> {
    var explorer = Explorer(News.State(), News(), server: BackendModel())
    let paper = "Zangão"
    let actions: [News.Action] = [
      .restore, .choose(.create), .choose(.logIn), .typed(.name, paper), .typed(.name, "Novo"), .typed(.about, "x"),
      .enter, .enterAsGuest, .logOut, .loadNewspapers, .toggle(paper), .compose, .typed(.title, "t"),
      .typed(.body, "b"), .publish, .discard, .openArchive(paper), .closeArchive, .reconnect,
    ]
    for action in actions { explorer.action(action) }
    explorer.outcomes { effect, server in outcomes(effect, server) }
    explorer.always("the stream is wanted only by who reads something") { state in
      !state.feed.wantsConnection || (state.reader.isIn && !state.subscriptions.isEmpty)
    }
    explorer.always("only a newspaper writes") { $0.draft == nil || $0.reader.newspaper != nil }
    explorer.always("each item is there once") { state in
      Set(state.feed.list.items.map(\.key)).count == state.feed.list.items.count
    }
    explorer.eventually("nothing is being asked for") { state in
      !state.form.isInProgress && !state.isLoadingNewspapers && state.draft?.isPublishing != true
        && state.reader != .restoring
    }
    explorer.eventually("who is in as a newspaper is one at the server") { state, world in
      guard let name = state.reader.newspaper else { return true }
      var server = world.server
      if case .success = server.ask(CanillitaAPI.newspapers.find(name)) { return true }
      return false
    }
    explorer.eventually("the device keeps who reads, or that it could not is told") { state, world in
      state.storeFailure != nil || !state.reader.isIn && world.server.desk == nil
        || state.reader.newspaper == world.server.desk?.newspaper || !state.reader.isIn
    }
    explorer.sometimes("a newspaper was founded") { _, world in
      var server = world.server
      if case .success = server.ask(CanillitaAPI.newspapers.find("Novo")) { return true }
      return false
    }
    explorer.sometimes("somebody is in as a newspaper") { $0.reader.newspaper != nil }
    return explorer
  }

  private static func outcomes(_ effect: News.Effect, _ server: BackendModel) -> [Outcome<News.Action, BackendModel>] {
    switch effect {
    case .restore: [.answer(.restored(server.desk)), .answer(.restoreFailed(.damaged))]
    case .keep(let desk): [server.outcome(.kept) { $0.desk = desk }, .answer(.notKept(.full))]
    case .find(let name): ask(server, CanillitaAPI.newspapers.find(name), entered, News.Action.enterFailed)
    case .create(let newspaper):
      ask(
        server,
        CanillitaAPI.newspapers.create(CanillitaAPI.Newspaper(name: newspaper.name, description: newspaper.about)),
        entered, News.Action.enterFailed)
    case .newspapers:
      ask(
        server, CanillitaAPI.newspapers.all(),
        { .newspapers($0.entities.map(Newspaper.init), unreadable: $0.failures.count) }, News.Action.newspapersFailed)
    case .publish(let draft, let name):
      ask(
        server, CanillitaAPI.news(of: name).create(CanillitaAPI.NewsDraft(title: draft.title, body: draft.body)),
        { .published(NewsItem($0)) }, News.Action.publishFailed)
    case .follow(_, _, let channel):
      [
        .resolve([.heard(.opened, over: channel), .heard(.interrupted, over: channel)], thenEnds: false),
        .answer(.heard(.refused(.status(404)), over: channel)),
      ]
    }
  }

  private static func entered(_ newspaper: CanillitaAPI.Newspaper) -> News.Action { .entered(Newspaper(newspaper)) }

  private static func ask<Answer>(
    _ server: BackendModel, _ endpoint: Endpoint<Answer>, _ done: (Answer) -> News.Action,
    _ failed: (RequestFailure) -> News.Action
  ) -> [Outcome<News.Action, BackendModel>] {
    server.outcomes(to: endpoint) { answer, _ in
      switch answer {
      case .success(let answer): done(answer)
      case .failure(let error): RequestFailure(error).map(failed)
      }
    }
  }
}
