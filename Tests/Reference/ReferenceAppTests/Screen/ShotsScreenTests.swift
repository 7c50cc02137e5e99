import Testing

@testable import ReferenceApp

@Suite struct ShotsScreenTests {
  private func screen(_ shots: Shots.State, _ language: Language = .english) -> ScreenModel {
    AppReducer.State(shots: shots, tab: .shots).screen(language)
  }

  private let author = ShotAuthor(name: "Rita Prado", location: "Recife")

  @Test func `The list shows each shot with its statistics`() {
    var state = Shots.State(shown: .fresh, next: 2)
    state.shots = [
      Shot(id: 7, title: "CRM", views: 1_794, likes: 214, comments: 14, author: author), Shot(id: nil, likes: 3),
    ]
    let screen = screen(state)
    #expect(screen.title == "Shots" && screen.tabs.map(\.label) == ["Feed", "Events", "News", "Shots", "Album"])
    #expect(screen.rows.map(\.text) == ["CRM", "Untitled"])
    #expect(screen.rows.map(\.detail) == ["Rita Prado, Views: 1794, Likes: 214, Comments: 14", "Likes: 3"])
    #expect(screen.rows.map(\.action) == [.shots(.open(7)), nil])
    #expect(ScreenTests.enabled(screen) == ["Reload", "Load more"] && screen.messages.isEmpty && !screen.isBusy)
  }

  @Test func `Loading, the end of the list and an empty list are shown`() {
    let first = screen(Shots.State(loading: 1))
    #expect(first.isBusy && ScreenTests.enabled(first) == [] && first.messages.isEmpty)
    let more = screen(Shots.State(shots: Example.shots([1]), shown: .fresh, loading: 2, next: 2))
    #expect(more.isBusy && more.buttons.map(\.label) == ["Reload", "Load more"] && ScreenTests.enabled(more) == [])
    #expect(screen(Example.list(1, next: nil)).buttons.map(\.label) == ["Reload"])
    #expect(screen(Example.list(Shots.limit, next: 85)).buttons.map(\.label) == ["Reload"])
    #expect(screen(Shots.State(shown: .fresh), .portuguese).messages.map(\.text) == ["Nenhum shot."])
    let cached = screen(Shots.State(shots: Example.shots([1]), shown: .cached, cachedCount: 1, loading: 1))
    #expect(cached.messages.map(\.text) == ["Saved copy."] && cached.rows.count == 1)
  }

  @Test func `A failure is shown, and can be dismissed and retried`() {
    var state = Example.list(1, next: 2)
    state.failure = .init(page: 2, reason: .unauthorized)
    let failed = screen(state, .portuguese)
    #expect(failed.messages.map(\.text) == ["Não autorizado"] && failed.rows.count == 1)
    #expect(ScreenTests.enabled(failed) == ["Atualizar", "Tentar de novo", "Fechar"])
    state.failure?.isRead = true
    #expect(
      screen(state).messages.isEmpty && ScreenTests.enabled(screen(state)) == ["Reload", "Load more", "Try again"])
  }

  @Test func `The screen of a shot shows everything known about it`() throws {
    var detail = ShotDetail(id: 7)
    #expect(screen(Shots.State(detail: detail)).title == "Loading…" && screen(Shots.State(detail: detail)).isBusy)
    let address = try #require(ImageURL(rawValue: "https://images.example/7.png"))
    detail.shot = Shot(
      id: 7, title: "CRM", description: "<p>More &amp; more</p>", images: ShotImages(normal: address), views: 1,
      author: author)
    detail.isLoading = false
    let whole = screen(Shots.State(detail: detail))
    #expect(whole.title == "CRM" && whole.rows.map(\.text) == ["Rita Prado", "More & more", "Views", "Picture"])
    #expect(whole.rows.map(\.detail) == ["Recife", "", "1", "https://images.example/7.png"])
    #expect(whole.buttons.map(\.action) == [.shots(.reload), .shots(.close)])
    detail.shot = nil
    detail.failure = .undefined(.status(404))
    let failed = screen(Shots.State(detail: detail), .portuguese)
    #expect(failed.messages.map(\.text) == [Phrase.shotsFailed(.undefined(.status(404))).text(.portuguese)])
    #expect(failed.title == "Shots" && failed.rows.isEmpty)
    #expect(failed.buttons.map(\.action) == [.shots(.reload), .shots(.dismiss), .shots(.close)])
  }
}
