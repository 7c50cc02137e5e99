import ColmeiaTesting
import Testing

@testable import ReferenceApp

/// Tests the pages of newspapers, and editing and removing the user's own newspaper.
@Suite struct NewsEditTests {
  private static let daily = NewsTests.daily

  private static func owner(_ edit: NewspaperEdit? = nil) -> News.State {
    News.State(
      reader: .newspaper("Diário"), page: .newspapers, newspapers: [daily, Newspaper(name: "Folha", about: "x")],
      edit: edit)
  }

  @Test func `Newspapers are loaded page by page without duplicates, and reloaded from the first page`() {
    var store = TestStore(News.State(reader: .guest), News())
    let (folha, novo) = (Newspaper(name: "Folha", about: "x"), Newspaper(name: "Novo", about: "y"))
    store.send(.loadMoreNewspapers)
    store.send(.loadNewspapers, effects: [.newspapers(page: 1)]) { $0.isLoadingNewspapers = true }
    store.send(.loadMoreNewspapers)
    store.answer(
      .newspapers(page: 1),
      with: .newspapers(NewspaperPage(newspapers: [Self.daily, folha], unreadable: 1, hasMore: true))
    ) {
      ($0.newspapers, $0.unreadable, $0.nextPage, $0.isLoadingNewspapers) = ([Self.daily, folha], 1, 2, false)
    }
    store.send(.loadMoreNewspapers, effects: [.newspapers(page: 2)]) { $0.isLoadingNewspapers = true }
    store.answer(.newspapers(page: 2), with: .newspapersFailed(.serverFailed(503))) {
      ($0.isLoadingNewspapers, $0.newspapersFailure) = (false, .serverFailed(503))
    }
    store.send(.loadMoreNewspapers, effects: [.newspapers(page: 2)]) {
      ($0.isLoadingNewspapers, $0.newspapersFailure) = (true, nil)
    }
    // A newspaper was added before these, so one of them comes again.
    store.answer(
      .newspapers(page: 2), with: .newspapers(NewspaperPage(number: 2, newspapers: [folha, novo], unreadable: 1))
    ) {
      ($0.newspapers, $0.unreadable, $0.nextPage) = ([Self.daily, folha, novo], 2, nil)
      $0.isLoadingNewspapers = false
    }
    store.send(.loadNewspapers, effects: [.newspapers(page: 1)]) { $0.isLoadingNewspapers = true }
    store.answer(.newspapers(page: 1), with: .newspapers(NewspaperPage(newspapers: [novo]))) {
      ($0.newspapers, $0.unreadable, $0.isLoadingNewspapers) = ([novo], 0, false)
    }
    store.finish()
  }

  @Test func `A newspaper edits its description, starting from the server's version`() {
    var store = TestStore(Self.owner(), News())
    let changed = Newspaper(name: "Diário", about: "Sempre")
    store.send(.edit(.begin), effects: [.read("Diário")]) { $0.edit = NewspaperEdit(name: "Diário", call: .read) }
    store.send(.edit(.typed("too early")))
    store.send(.edit(.save))
    store.answer(.read("Diário"), with: .edit(.read(Self.daily))) {
      $0.edit = NewspaperEdit(name: "Diário", about: "Todo dia")
    }
    store.send(.edit(.typed("  "))) { $0.edit?.about = "  " }
    store.send(.edit(.save)) { $0.edit?.failure = .incomplete }
    store.send(.edit(.typed(" Sempre "))) { $0.edit = NewspaperEdit(name: "Diário", about: " Sempre ") }
    store.send(.edit(.save), effects: [.update(changed)]) { $0.edit?.call = .save }
    store.send(.edit(.end))
    store.send(.edit(.remove))
    let refusal = NewspaperFailure.refused(422, message: "invalid field: description")
    store.answer(.update(changed), with: .edit(.failed(refusal))) {
      $0.edit?.call = nil
      $0.edit?.failure = .call(refusal)
    }
    store.send(.edit(.save), effects: [.update(changed)]) {
      $0.edit = NewspaperEdit(name: "Diário", about: " Sempre ", call: .save)
    }
    store.answer(.update(changed), with: .edit(.saved(changed))) {
      $0.edit = nil
      $0.newspapers?[0] = changed
    }
    store.finish()
  }

  @Test func `Only a newspaper can be edited, and closing the screen cancels its request`() {
    var guest = TestStore(News.State(reader: .guest), News())
    guest.send(.edit(.begin))
    guest.finish()
    var store = TestStore(Self.owner(), News())
    store.send(.edit(.begin), effects: [.read("Diário")]) { $0.edit = NewspaperEdit(name: "Diário", call: .read) }
    store.send(.edit(.end), cancels: [.read("Diário")]) { $0.edit = nil }
    store.finish()
  }

  @Test(arguments: [.removed, .failed(.notFound)] as [News.EditAction])
  func `A newspaper is removed after confirmation, which logs it out and unsubscribes from it`(
    answer: News.EditAction
  ) {
    var state = Self.owner(NewspaperEdit(name: "Diário", about: "Todo dia"))
    state.subscriptions = ["Diário", "Folha"]
    state.feed = NewsStream(
      connection: .open, list: NewsList([NewsTests.item("1"), NewsTests.item("2", "Folha")]))
    let stream = News.Effect.follow(["Diário", "Folha"], after: nil, over: .feed)
    var store = TestStore(state, News(), effects: [stream])
    store.send(.edit(.remove)) { $0.edit?.isConfirmingRemoval = true }
    store.send(.edit(.typed("x"))) { $0.edit = NewspaperEdit(name: "Diário", about: "x") }
    store.send(.edit(.remove)) { $0.edit?.isConfirmingRemoval = true }
    store.send(.edit(.remove), effects: [.delete("Diário")]) { $0.edit?.call = .remove }
    store.send(.edit(.end))
    var feed = NewsStream(list: NewsList([NewsTests.item("1"), NewsTests.item("2", "Folha")]))
    feed.list.forget("Diário")
    let left = News.State(subscriptions: ["Folha"], feed: feed, saving: .writing)
    store.answer(
      .delete("Diário"), with: .edit(answer), effects: [.keep(SavedNews(left))], cancels: [stream]
    ) { $0 = left }
    store.finish(leaving: [.keep(SavedNews(left))])
  }

  @Test func `A failed removal is reported, and asks for confirmation again`() {
    var store = TestStore(Self.owner(NewspaperEdit(name: "Diário", about: "x", isConfirmingRemoval: true)), News())
    store.send(.edit(.remove), effects: [.delete("Diário")]) { $0.edit?.call = .remove }
    store.answer(.delete("Diário"), with: .edit(.failed(.request(.offline)))) {
      $0.edit = NewspaperEdit(name: "Diário", about: "x", failure: .call(.request(.offline)))
    }
    store.finish()
  }

  @Test func `Logging out cancels requests about the newspaper`() {
    var store = TestStore(Self.owner(), News())
    store.send(.edit(.begin), effects: [.read("Diário")]) { $0.edit = NewspaperEdit(name: "Diário", call: .read) }
    store.send(.logOut, effects: [.keep(SavedNews())], cancels: [.read("Diário")]) { $0 = News.State(saving: .writing) }
    store.finish(leaving: [.keep(SavedNews())])
  }
}
