extension AppReducer.State {
  func newsScreen(_ language: Language) -> ScreenBuilder {
    var builder = ScreenBuilder(title(language), language)
    if !news.reader.isIn {
      addEntrance(&builder)
    } else if let draft = news.draft {
      addDraft(draft, &builder)
    } else if let edit = news.edit {
      addEdit(edit, &builder)
    } else if let item = news.selection {
      addItem(item, &builder)
    } else if let name = news.archived {
      addStream(news.archive, &builder)
      addSubscription(name, &builder)
      builder.button(.back, .news(.closeArchive))
    } else {
      addPage(&builder)
    }
    builder.message(news.storeFailure.map(Phrase.newsNotKept), .error)
    builder.message(news.restoreFailure.map(Phrase.newsNotRestored), .error)
    return builder
  }

  private func title(_ language: Language) -> String {
    let name = news.archived ?? news.reader.newspaper
    return Phrase.news.text(language) + (name.map { ": \($0)" } ?? "")
  }

  private func addEntrance(_ builder: inout ScreenBuilder) {
    let form = news.form
    // While the reader is being restored, any input would be lost.
    let isBusy = form.isInProgress || news.reader == .restoring
    builder.field(.newspaper, form.name, .text) { .news(.typed(.name, $0)) }
    if form.purpose == .create { builder.field(.about, form.about, .paragraph) { .news(.typed(.about, $0)) } }
    builder.button(
      form.purpose == .logIn ? .enter : .foundNewspaper, .news(.enter), isEnabled: !isBusy, .submit)
    let other: NewspaperForm.Purpose = form.purpose == .logIn ? .create : .logIn
    builder.button(
      other == .create ? .foundNewspaper : .back, .news(.choose(other)), isEnabled: !isBusy)
    builder.button(.readAsGuest, .news(.enterAsGuest), isEnabled: news.reader != .restoring)
    if news.restoreFailure != nil { builder.button(.retry, .news(.restore), isEnabled: !isBusy) }
    let field: Phrase? =
      form.failure != .incomplete ? form.failure?.refusedField : form.name.trimmed.isEmpty ? .newspaper : .about
    builder.message(form.failure.map { .enteringFailed($0, form.purpose) }, .error, of: field)
    builder.screen.isBusy = isBusy
  }

  private func addPage(_ builder: inout ScreenBuilder) {
    switch news.page {
    case .feed:
      if let item = news.unlisted {
        builder.row(item.title, item.newspaper, .news(.open(item.key)), to: NewsLink.item(item.key))
      }
      addStream(news.feed, &builder)
      if news.subscriptions.isEmpty { builder.message(.chooseNewspapers, .empty) }
      builder.button(.newspapers, .news(.show(.newspapers)))
    case .newspapers:
      addNewspapers(&builder)
      builder.button(.news, .news(.show(.feed)))
    }
    builder.message(news.published.map(Phrase.published), .notice)
    if news.reader.newspaper != nil { builder.button(.writeNews, .news(.compose)) }
    builder.button(.signOut, .news(.logOut))
  }

  private func addNewspapers(_ builder: inout ScreenBuilder) {
    let subscriptions = Set(news.subscriptions)
    for newspaper in news.newspapers ?? [] {
      let isRead = subscriptions.contains(newspaper.name)
      builder.addNewspaper(newspaper.name, newspaper.about, isSelected: isRead)
    }
    if let newspapers = news.newspapers, news.nextPage == nil {
      let known = Set(newspapers.map(\.name))
      for name in news.subscriptions where !known.contains(name) {
        builder.addNewspaper(name, builder.text(.unlistedNewspaper), isSelected: true)
      }
    }
    if news.nextPage != nil {
      builder.button(.loadMore, .news(.loadMoreNewspapers), isEnabled: !news.isLoadingNewspapers)
    }
    builder.button(.reload, .news(.loadNewspapers), isEnabled: !news.isLoadingNewspapers)
    if news.reader.newspaper != nil { builder.button(.editNewspaper, .news(.edit(.begin))) }
    builder.message(news.newspapersFailure.map(Phrase.newspapersFailed), .error)
    if news.subscriptions.count >= News.subscriptionLimit { builder.message(.subscriptionLimit, .notice) }
    if news.unreadable > 0 { builder.message(.unreadableNewspapers(news.unreadable), .error) }
    builder.screen.isBusy = news.isLoadingNewspapers
  }

  private func addSubscription(_ name: String, _ builder: inout ScreenBuilder) {
    let isRead = news.subscriptions.contains(name)
    builder.choice(
      builder.text(isRead ? .subscribed : .subscribe), .news(.toggle(name)),
      isEnabled: isRead || news.subscriptions.count < News.subscriptionLimit, isSelected: isRead)
  }

  private func addStream(_ stream: NewsStream, _ builder: inout ScreenBuilder) {
    for item in stream.list.items {
      builder.row(item.title, item.newspaper, .news(.open(item.key)), to: NewsLink.item(item.key))
    }
    switch stream.connection {
    case .closed: break
    case .open: if stream.list.items.isEmpty { builder.message(.noNews, .empty) }
    case .connecting: builder.message(.connecting, .busy)
    case .waiting: builder.message(.reconnecting, .busy)
    case .refused:
      builder.message(.newsRefused, .error)
      builder.button(.retry, .news(.reconnect))
    }
    if stream.isCorrupted { builder.message(.newsCorrupted, .error) }
  }

  private func addItem(_ item: NewsItem, _ builder: inout ScreenBuilder) {
    builder.screen.title = item.title
    builder.screen.layout = .text
    for line in item.body.split(separator: "\n", omittingEmptySubsequences: false) { builder.row(String(line)) }
    if news.archived == nil {
      builder.row(
        builder.text(.allItems), item.newspaper, .news(.openArchive(item.newspaper)),
        to: NewsLink.newspaper(item.newspaper))
    }
    builder.button(.back, .news(.close))
  }

  private func addDraft(_ draft: NewsForm, _ builder: inout ScreenBuilder) {
    builder.field(.headline, draft.title, .text) { .news(.typed(.title, $0)) }
    builder.field(.message, draft.body, .paragraph) { .news(.typed(.body, $0)) }
    builder.button(.publish, .news(.publish), isEnabled: !draft.isPublishing, .submit)
    builder.button(.discard, .news(.discard), isEnabled: !draft.isPublishing)
    let field: Phrase? =
      draft.failure != .incomplete ? draft.failure?.refusedField : draft.title.trimmed.isEmpty ? .headline : .message
    builder.message(draft.failure.map(Phrase.publishingFailed), .error, of: field)
    builder.screen.isBusy = draft.isPublishing
  }

  private func addEdit(_ edit: NewspaperEdit, _ builder: inout ScreenBuilder) {
    let isReady = edit.call == nil
    builder.field(.about, edit.about, .paragraph) { .news(.edit(.typed($0))) }
    builder.button(.save, .news(.edit(.save)), isEnabled: isReady, .submit)
    builder.button(.removeNewspaper, .news(.edit(.remove)), isEnabled: isReady)
    builder.button(.back, .news(.edit(.end)), isEnabled: !edit.isWriting)
    if edit.isConfirmingRemoval { builder.message(.removingNewspaper(edit.name), .notice) }
    builder.message(
      edit.failure.map(Phrase.editingFailed), .error,
      of: edit.failure.map { $0 == .incomplete ? .about : $0.refusedField } ?? nil)
    builder.screen.isBusy = !isReady
  }
}

extension ScreenBuilder {
  /// Adds a newspaper, which opens its archive. Those that the reader has subscribed to are selected.
  fileprivate mutating func addNewspaper(_ name: String, _ about: String, isSelected: Bool) {
    row(name, about, isSelected: isSelected, .news(.openArchive(name)), to: NewsLink.newspaper(name))
  }
}
