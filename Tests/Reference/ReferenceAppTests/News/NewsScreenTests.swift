import ColmeiaTesting
import Testing

@testable import ReferenceApp

/// Tests the screens of the newspapers and their controls.
@Suite struct NewsScreenTests {
  private static func screen(_ news: News.State, _ language: Language = .english) -> ScreenModel {
    AppReducer.State(news: news, tab: .news).screen(language)
  }

  @Test func `All buttons are disabled while the reader is being restored`() {
    #expect(Self.screen(News.State(reader: .restoring)).buttons.map(\.isEnabled) == [false, false, false])
  }

  @Test func `The entrance offers logging in, creating a newspaper, and entering as a guest`() throws {
    var news = News.State(form: NewspaperForm(name: "Di", failure: .call(.notFound)))
    let entrance = Self.screen(news)
    #expect(entrance.title == "News" && entrance.fields.map(\.label) == ["Newspaper"])
    #expect(entrance.messages.map(\.text) == ["Check your newspaper name and try again."])
    #expect(entrance.buttons.map(\.action) == [.news(.enter), .news(.choose(.create)), .news(.enterAsGuest)])
    #expect(try entrance.fields[0].action(typing: "Diário") == .news(.typed(.name, "Diário")))
    news.form = NewspaperForm(purpose: .create, isInProgress: true, failure: .incomplete)
    let founding = Self.screen(news)
    #expect(founding.fields.map(\.label) == ["Newspaper", "About"] && founding.isBusy)
    #expect(founding.messages.map(\.text) == ["Name and description are required."])
    #expect(founding.buttons.map(\.isEnabled) == [false, false, true])
  }

  @Test func `The feed shows headlines, the status of the connection, and a button to the newspapers`() {
    var news = News.State(reader: .newspaper("Diário"), subscriptions: ["Diário"])
    news.feed = NewsStream(connection: .waiting, list: NewsList([NewsTests.item("1")]), isCorrupted: true)
    let feed = Self.screen(news)
    #expect(feed.title == "News: Diário" && feed.rows.map(\.text) == ["Título 1"])
    #expect(feed.rows[0].action == .news(.open(NewsTests.item("1").key)))
    #expect(feed.messages.map(\.text) == ["No connection. Reconnecting…", "Server response corrupted."])
    #expect(feed.buttons.map(\.label) == ["Newspapers", "Write news", "Sign out"])
    news.feed.connection = .refused(.status(500))
    #expect(Self.screen(news).buttons.map(\.action).first == .news(.reconnect))
    news.feed = NewsStream(connection: .open)
    #expect(Self.screen(news, .portuguese).messages.map(\.text) == ["Nenhuma notícia ainda."])
    news.feed = NewsStream()
    news.subscriptions = []
    #expect(Self.screen(news).messages.map(\.text) == ["Choose the newspapers you want to read."])
  }

  @Test func `The list of newspapers shows the subscriptions and the number of unreadable ones`() {
    var news = News.State(reader: .guest, page: .newspapers, newspapers: [NewsTests.daily], unreadable: 2)
    news.subscriptions = ["Diário"]
    news.newspapersFailure = .request(.offline)
    let screen = Self.screen(news)
    #expect(screen.rows.map(\.isSelected) == [true] && screen.rows[0].action == .news(.openArchive("Diário")))
    #expect(screen.messages.first?.text.hasPrefix("Couldn't get the newspapers list.") == true)
    #expect(screen.messages.last?.text == "Newspapers that could not be read: 2.")
    #expect(screen.buttons.map(\.label) == ["Reload", "News", "Sign out"])
  }

  @Test func `An item is shown with all its lines, and links to its newspaper's archive`() throws {
    var news = News.State(reader: .guest, selection: NewsTests.item("1", body: "uma\n\nduas"))
    let item = Self.screen(news)
    #expect(item.title == "Título 1" && item.rows.map(\.text) == ["uma", "", "duas", "All news from"])
    #expect(item.rows[3].action == .news(.openArchive("Diário")))
    news.selection = nil
    news.archived = "Folha"
    news.archive = NewsStream(connection: .open, list: NewsList([NewsTests.item("9", "Folha")]))
    let archive = Self.screen(news)
    #expect(archive.title == "News: Folha" && archive.rows.count == 1)
    try #require(archive.buttons.map(\.action) == [.news(.toggle("Folha")), .news(.closeArchive)])
    #expect(archive.buttons[0].label == "Subscribe" && !archive.buttons[0].isSelected)
    news.subscriptions = ["Folha"]
    let read = Self.screen(news)
    #expect(read.buttons[0].label == "Subscribed" && read.buttons[0].isSelected)
    news.subscriptions = (1...News.subscriptionLimit).map { "\($0)" }
    #expect(!Self.screen(news).buttons[0].isEnabled)
  }

  @Test func `A published item is confirmed, and is in the list once, also before it arrives`() {
    var news = News.State(reader: .newspaper("Diário"), subscriptions: ["Diário"], published: NewsTests.item("2"))
    for list in [NewsList([NewsTests.item("1")]), NewsList([NewsTests.item("2"), NewsTests.item("1")])] {
      news.feed = NewsStream(connection: .open, list: list)
      let feed = Self.screen(news)
      #expect(feed.rows.map(\.text) == ["Título 2", "Título 1"])
      #expect(feed.messages.map(\.text) == ["News published: Título 2"])
    }
    var store = TestStore(News.State(reader: .newspaper("Diário"), published: NewsTests.item("2")), News())
    store.send(.open(NewsTests.item("2").key)) { $0.selection = NewsTests.item("2") }
    store.send(.show(.feed)) { $0.published = nil }
    store.finish()
  }

  @Test func `A newspaper is edited from the list, and the server's error message is shown`() throws {
    var news = News.State(reader: .newspaper("Diário"), page: .newspapers, newspapers: [NewsTests.daily], nextPage: 2)
    let list = Self.screen(news)
    #expect(
      list.buttons.map(\.label) == ["Load more", "Reload", "Edit newspaper", "News", "Write news", "Sign out"])
    #expect(
      list.buttons.prefix(3).map(\.action) == [
        .news(.loadMoreNewspapers), .news(.loadNewspapers), .news(.edit(.begin)),
      ])
    let failure = NewspaperForm.Failure.call(.refused(422, message: "invalid field: description"))
    news.edit = NewspaperEdit(name: "Diário", about: "Todo dia", failure: failure)
    let form = Self.screen(news)
    #expect(form.messages.map(\.text) == ["The server did not accept the description. Try a shorter text."])
    #expect(form.messages.map(\.field) == ["About"])
    #expect(try form.fields[0].action(typing: "a\nb") == .news(.edit(.typed("a\nb"))))
    #expect(form.buttons.map(\.action) == [.news(.edit(.save)), .news(.edit(.remove)), .news(.edit(.end))])
    news.edit = NewspaperEdit(name: "Diário", call: .remove, isConfirmingRemoval: true)
    let question = Self.screen(news, .portuguese)
    #expect(question.messages.first?.text.hasPrefix("Remover o jornal \"Diário\"?") == true && question.isBusy)
    #expect(question.buttons.map(\.isEnabled) == [false, false, false])
    news.edit = NewspaperEdit(name: "Diário", call: .read)
    #expect(Self.screen(news).buttons.map(\.isEnabled) == [false, false, true])
  }

  @Test func `The form for an item offers publishing and discarding it`() throws {
    let news = News.State(reader: .newspaper("Diário"), draft: NewsForm(title: "a", failure: .call(.serverFailed(500))))
    let screen = Self.screen(news)
    try #require(
      screen.fields.map(\.value) == ["a", ""] && screen.messages.map(\.text) == ["A server error occurred."])
    #expect(try screen.fields[1].action(typing: "x\ny") == .news(.typed(.body, "x\ny")))
    #expect(screen.buttons.map(\.action) == [.news(.publish), .news(.discard)])
  }

  @Test(
    arguments: [
      ("Duplicated entity", "Newspaper"), ("invalid field: name", "Newspaper"), ("invalid field: description", "About"),
      ("Too many newspapers", nil),
    ] as [(String, String?)])
  func `What the server refuses is said at the field`(message: String, field: String?) {
    var form = NewspaperForm(purpose: .create)
    form.failure = .call(.refused(422, message: message))
    #expect(Self.screen(News.State(reader: .loggedOut, form: form)).messages.map(\.field) == [field])
  }

  @Test(arguments: Language.allCases)
  func `Every phrase about newspapers has a unique text`(language: Language) {
    let failures: [NewspaperForm.Failure] = [
      .incomplete, .call(.notFound), .call(.refused(422, message: "Duplicated entity")), .call(.request(.offline)),
    ]
    var phrases = failures.flatMap { [Phrase.enteringFailed($0, .logIn), .enteringFailed($0, .create)] }
    phrases += [.publishingFailed(.incomplete), .publishingFailed(.call(.serverFailed(500)))]
    phrases += [.editingFailed(.incomplete), .editingFailed(.call(.refused(422, message: "no")))]
    phrases += [.removingNewspaper("Diário"), .newspapersFailed(.request(.offline)), .unreadableNewspapers(3)]
    phrases += [.newsCorrupted, .newsNotKept(.full)]
    let texts = phrases.map { $0.text(language) }
    #expect(!texts.contains(""))
    // The offline message is the same on both forms.
    #expect(Set(texts).count == texts.count - 1)
  }
}
