import ColmeiaUI
import ReferenceApp
import SwiftUI

typealias NewsStore = ViewStore<News.State, News.Action>

/// The newspapers: the form to enter, and then the live news.
struct NewsView: View {
  let news: NewsStore
  @Environment(\.words) private var words

  var body: some View {
    NavigationStack {
      Group {
        if !news.reader.isIn {
          NewsEntrance(news: news)
        } else if news.page == .newspapers {
          NewspapersView(news: news)
        } else {
          NewsStreamView(news: news, stream: news.feed, selection: \.selectionInFeed)
        }
      }
      .navigationTitle(news.reader.newspaper ?? words(.news))
      .toolbar { if news.reader.isIn { toolbar } }
      .navigationDestination(
        item: news.binding(\.archived) { name in name.map(News.Action.openArchive) ?? .closeArchive }
      ) { name in
        NewsStreamView(news: news, stream: news.archive, selection: \.selectionInArchive)
          .navigationTitle(name)
          .toolbar { SubscriptionButton(news: news, name: name) }
      }
    }
    .sheet(item: news.item(\.draft, { $0 }, dismiss: .discard)) { (draft: ViewStore<NewsForm, News.Action>) in
      NewsDraftView(draft: draft)
    }
  }

  @ViewBuilder private var toolbar: some View {
    let isFeed = news.page == .feed
    Button(words(isFeed ? .newspapers : .news), systemImage: isFeed ? "books.vertical" : "newspaper") {
      news.send(.show(isFeed ? .newspapers : .feed))
    }
    if news.reader.newspaper != nil {
      Button(words(.writeNews), systemImage: "square.and.pencil") { news.send(.compose) }
    }
    Button(words(.signOut), systemImage: "rectangle.portrait.and.arrow.right") { news.send(.logOut) }
  }
}

// An item is shown above the list in which it was selected.
extension News.State {
  fileprivate var selectionInFeed: NewsItem? { archived == nil ? selection : nil }
  fileprivate var selectionInArchive: NewsItem? { archived == nil ? nil : selection }
}

/// The form to log in as a newspaper, to create one, or to read as a guest.
struct NewsEntrance: View {
  let news: NewsStore
  @Environment(\.words) private var words

  private var isNew: Bool { news.form.purpose == .create }

  var body: some View {
    Form {
      Section {
        TextField(words(.newspaper), text: news.binding(\.form.name) { .typed(.name, $0) })
        if isNew {
          TextField(words(.about), text: news.binding(\.form.about) { .typed(.about, $0) }, axis: .vertical)
        }
        Message(news.form.failure.map { .enteringFailed($0, news.form.purpose) })
        Button(words(isNew ? .foundNewspaper : .enter)) { news.send(.enter) }
      }
      Section {
        Button(words(isNew ? .back : .foundNewspaper)) {
          withAnimation { news.send(.choose(isNew ? .logIn : .create)) }
        }
        Button(words(.readAsGuest)) { news.send(.enterAsGuest) }
      }
      Message(news.storeFailure.map(Phrase.newsNotKept))
    }
    .disabled(news.form.isInProgress)
  }
}

/// A button that subscribes to a newspaper or ends the subscription, and says whether there is one.
struct SubscriptionButton: View {
  let news: NewsStore
  let name: String
  @Environment(\.words) private var words

  var body: some View {
    let isRead = news.subscriptions.contains(name)
    Button(words(isRead ? .subscribed : .subscribe), systemImage: isRead ? "checkmark.circle.fill" : "plus.circle") {
      withAnimation { news.send(.toggle(name)) }
    }
    .disabled(!isRead && news.subscriptions.count >= News.subscriptionLimit)
  }
}

/// All newspapers. A tap opens one; those that are subscribed to have a mark.
struct NewspapersView: View {
  let news: NewsStore
  @Environment(\.words) private var words

  var body: some View {
    List {
      ForEach(news.newspapers ?? []) { newspaper in
        let isRead = news.subscriptions.contains(newspaper.name)
        Button {
          news.send(.openArchive(newspaper.name))
        } label: {
          HStack {
            VStack(alignment: .leading) {
              Text(newspaper.name)
              Text(newspaper.about).font(.caption).foregroundStyle(.secondary)
            }
            Spacer()
            if isRead { Image(systemName: "checkmark").accessibilityLabel(words(.subscribed)) }
          }
        }
      }
      Message(news.newspapersFailure.map(Phrase.newspapersFailed))
      if news.unreadable > 0 { Message(.unreadableNewspapers(news.unreadable)) }
    }
    .refreshable { await news.sendAndWait(.loadNewspapers) }
  }
}

/// The items of a stream, the newest first.
struct NewsStreamView: View {
  let news: NewsStore
  let stream: NewsStream
  let selection: KeyPath<News.State, NewsItem?>
  @Environment(\.words) private var words

  var body: some View {
    List {
      state
      if stream.isCorrupted { Message(.newsCorrupted) }
      if news.archived == nil, news.subscriptions.isEmpty { Message(.chooseNewspapers) }
      ForEach(stream.list.items, id: \.key) { item in
        Button {
          news.send(.open(item.key))
        } label: {
          VStack(alignment: .leading) {
            Text(item.title)
            Text(item.newspaper).font(.caption).foregroundStyle(.secondary)
          }
        }
      }
    }
    .navigationDestination(
      item: news.binding(selection) { item in item.map { .open($0.key) } ?? .close }
    ) { item in
      NewsItemView(item: item, news: news)
    }
  }

  @ViewBuilder private var state: some View {
    switch stream.connection {
    case .closed: EmptyView()
    case .open: if stream.list.items.isEmpty { Message(.noNews) }
    case .connecting: Message(.connecting)
    case .waiting: Message(.reconnecting)
    case .refused:
      Message(.newsRefused)
      Button(words(.retry)) { news.send(.reconnect) }
    }
  }
}

/// A single item.
struct NewsItemView: View {
  let item: NewsItem
  let news: NewsStore
  @Environment(\.words) private var words

  var body: some View {
    ScrollView {
      Text(item.body)
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding()
      if news.archived == nil {
        Button("\(words(.allItems)) \(item.newspaper)") { news.send(.openArchive(item.newspaper)) }
      }
    }
    .navigationTitle(item.title)
  }
}

/// The form to write an item.
struct NewsDraftView: View {
  let draft: ViewStore<NewsForm, News.Action>
  @Environment(\.words) private var words

  var body: some View {
    NavigationStack {
      Form {
        TextField(words(.headline), text: draft.binding(\.title) { .typed(.title, $0) })
        TextField(words(.message), text: draft.binding(\.body) { .typed(.body, $0) }, axis: .vertical)
        Message(draft.failure.map(Phrase.publishingFailed))
      }
      .disabled(draft.isPublishing)
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button(words(.discard), role: .cancel) { draft.send(.discard) }
        }
        ToolbarItem(placement: .confirmationAction) {
          Button(words(.publish)) { draft.send(.publish) }
            .disabled(draft.isPublishing)
        }
      }
    }
    .interactiveDismissDisabled(draft.isPublishing)
  }
}
