import Colmeia
import ColmeiaClient

/// Performs the effects of the newspapers: API requests, access to the file on the device, and streams.
struct NewsHandler: EffectHandler {
  let api: APIClient
  let file: NewsFile?
  let feed: NewsFeed?
  private let papers = CanillitaAPI.newspapers

  func work(for effect: News.Effect) -> Work<News.Action> {
    switch effect {
    case .restore: .answer { await restore() }
    case .keep(let saved): .answer { await keep(saved) }
    case .find(let name):
      .answer { await api.call(papers.find(name), News.Action.entered, News.Action.enterFailed) }
    case .create(let newspaper):
      .answer { await api.call(papers.create(newspaper.request), News.Action.entered, News.Action.enterFailed) }
    case .newspapers(let page): .answer { await loadPage(page) }
    case .read(let name):
      .answer { await api.call(papers.find(name), { .edit(.read($0)) }, { .edit(.failed($0)) }) }
    case .update(let newspaper):
      .answer {
        let endpoint = papers.update(newspaper.name, newspaper.request)
        return await api.call(endpoint, { .edit(.saved($0)) }, { .edit(.failed($0)) })
      }
    case .delete(let name):
      .answer { await api.call(papers.delete(name), { .edit(.removed) }, { .edit(.failed($0)) }) }
    case .publish(let draft, let name):
      .answer {
        let endpoint = CanillitaAPI.news(of: name).create(draft)
        return await api.call(endpoint, News.Action.published, News.Action.publishFailed)
      }
    case .follow(let newspapers, let id, let channel):
      .async { send in
        let receive = send.map { (event: NewsStream.Event) in News.Action.received(event, over: channel) }
        guard let feed else { return receive(.refused(.unavailable)) }
        await feed.follow(newspapers, after: id, receive)
      }
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
  private func loadPage(_ number: Int) async -> News.Action? {
    do throws(APIError) {
      let page = try await api.send(papers.page(number, size: NewspaperPage.size))
      return .newspapers(NewspaperPage(number: number, page.list, hasMore: page.info.hasMore))
    } catch {
      if case .decoding = error {
        return await api.call(papers.all(), { .newspapers(NewspaperPage($0)) }, News.Action.newspapersFailed)
      }
      return NewspaperFailure(error).map(News.Action.newspapersFailed)
    }
  }
}

extension NewspaperPage {
  init(number: Int = 1, _ list: EntityList<Newspaper>, hasMore: Bool = false) {
    self.init(number: number, newspapers: list.entities, unreadable: list.failures.count, hasMore: hasMore)
  }
}
