import Colmeia
import ColmeiaClient
import ColmeiaSystems

/// Performs the effects of the newspapers: API requests, access to the file on the device, and streams.
struct NewsHandler: AsyncHandler {
  let api: APIClient
  let file: NewsFile?
  let feed: NewsFeed?

  nonisolated(nonsending) func perform(_ effect: News.Effect, send: Send<News.Action>) async {
    switch effect {
    case .restore: send(await restore())
    case .keep(let saved): if let action = await keep(saved) { send(action) }
    case .find(let name):
      await api.ask(CanillitaAPI.newspapers.find(name), send, { .entered(Newspaper($0)) }, News.Action.enterFailed)
    case .create(let newspaper):
      let draft = CanillitaAPI.Newspaper(name: newspaper.name, description: newspaper.about)
      await api.ask(CanillitaAPI.newspapers.create(draft), send, { .entered(Newspaper($0)) }, News.Action.enterFailed)
    case .newspapers(let page): await loadPage(page, send)
    case .read(let name):
      await api.ask(CanillitaAPI.newspapers.find(name), send, { .edit(.read(Newspaper($0))) }, { .edit(.failed($0)) })
    case .update(let newspaper):
      let draft = CanillitaAPI.Newspaper(name: newspaper.name, description: newspaper.about)
      await api.ask(
        CanillitaAPI.newspapers.update(draft.name, draft), send, { .edit(.saved(Newspaper($0))) },
        { .edit(.failed($0)) })
    case .delete(let name):
      await api.ask(CanillitaAPI.newspapers.delete(name), send, { .edit(.removed) }, { .edit(.failed($0)) })
    case .publish(let draft, let name):
      let item = CanillitaAPI.NewsDraft(title: draft.title, body: draft.body)
      await api.ask(
        CanillitaAPI.news(of: name).create(item), send, { .published(NewsItem($0)) }, News.Action.publishFailed)
    case .follow(let newspapers, let id, let channel):
      let receive = send.map { (event: NewsStream.Event) in News.Action.received(event, over: channel) }
      guard let feed else { return receive(.refused(.unavailable)) }
      await feed.follow(newspapers, after: id, receive)
    }
  }

  private func restore() async -> News.Action {
    do throws(TokenStoreFailure) { return .restored(try await file?.read()) } catch { return .restoreFailed(error) }
  }

  private func keep(_ kept: SavedNews) async -> News.Action? {
    do throws(TokenStoreFailure) {
      try await file?.write(kept)
      return .kept
    } catch { return .notKept(error) }
  }

  /// Loads a page of the newspapers. The original server has no pages: it returns all newspapers in one response
  /// without page information. If such a response can't be decoded as a page, the newspapers are requested again in the
  /// original format.
  private func loadPage(_ number: Int, _ send: Send<News.Action>) async {
    do throws(APIError) {
      let page = try await api.send(CanillitaAPI.newspapers.page(number, size: NewspaperPage.size))
      send(.newspapers(NewspaperPage(number: number, page.list, hasMore: page.info.hasMore)))
    } catch {
      if case .decoding = error {
        let all = CanillitaAPI.newspapers.all()
        return await api.ask(all, send, { .newspapers(NewspaperPage($0)) }, News.Action.newspapersFailed)
      }
      if let failure = NewspaperFailure(error) { send(.newspapersFailed(failure)) }
    }
  }
}

extension Newspaper {
  init(_ newspaper: CanillitaAPI.Newspaper) { self.init(name: newspaper.name, about: newspaper.description) }
}

extension NewspaperPage {
  init(number: Int = 1, _ list: EntityList<CanillitaAPI.Newspaper>, hasMore: Bool = false) {
    self.init(
      number: number, newspapers: list.entities.map(Newspaper.init), unreadable: list.failures.count, hasMore: hasMore)
  }
}

extension NewsItem {
  init(_ item: CanillitaAPI.NewsItem) {
    self.init(id: item.id, newspaper: item.newspaper, title: item.title, body: item.body)
  }
}
