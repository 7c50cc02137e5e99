import Colmeia

/// Newspapers and their news (O1–O11). The news of the subscribed newspapers arrive live over a stream, which is open
/// for as long as the state demands it.
///
/// Each item is shown once, however often the server sends it; see ``NewsList``. The subscriptions, the newest items
/// and the ID of the last one are saved on the device whenever they change. While a state is being written, only the
/// newest of those that follow is kept.
public struct News: Reducer {
  enum ID: String {
    /// Effects that read. A new one replaces the previous one.
    case restore, newspapers
    /// Entering in one of several ways. A new attempt replaces the previous one.
    case enter
    /// Effects that write, which run one after another.
    case keep, publish
    /// Requests about the user's own newspaper, one at a time.
    case edit
    /// The streams.
    case feed, archive
  }

  /// Creates the reducer of the newspapers.
  public init() {}

  /// Updates the state in response to an action.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .restore, .restored, .restoreFailed, .choose, .enter, .entered, .enterFailed, .enterAsGuest, .logOut:
      return reduceReader(&state, action)
    case .typed(let field, let text): type(text, into: field, &state)
    case .kept: return saved(nil, &state)
    case .notKept(let failure): return saved(failure, &state)
    case .compose, .publish, .published, .publishFailed, .discard: return reduceDraft(&state, action)
    case .edit(let action): return reduceEdit(&state, action)
    case .received(let event, let channel): return receive(event, over: channel, &state)
    default: return state.reader.isIn ? reducePages(&state, action) : .none
    }
    return .none
  }

  /// Keeps the streams open while their items are in use.
  public func longLived(in state: State) -> LongLivedEffects<Effect> {
    var effects = LongLivedEffects<Effect>.none
    if state.feed.wantsConnection {
      effects = .running(.follow(state.subscriptions, after: state.feed.start, over: .feed), id: ID.feed)
    }
    if let name = state.archived, state.archive.wantsConnection {
      effects = effects + .running(.follow([name], after: state.archive.start, over: .archive), id: ID.archive)
    }
    return effects
  }

  private func type(_ text: String, into field: Field, _ state: inout State) {
    if field == .title || field == .body, state.draft?.isPublishing == true { return }
    switch field {
    case .name: (state.form.name, state.form.failure) = (text, nil)
    case .about: (state.form.about, state.form.failure) = (text, nil)
    case .title: state.draft?.title = text
    case .body: state.draft?.body = text
    }
    if field == .title || field == .body { state.draft?.failure = nil }
  }

  private func receive(_ event: NewsStream.Event, over channel: Channel, _ state: inout State) -> Effects {
    switch channel {
    case .archive:
      _ = state.archive.receive(event)
      return .none
    case .feed: return state.feed.receive(event) ? keep(&state) : .none
    }
  }
}

// The reader.
extension News {
  private func reduceReader(_ state: inout State, _ action: Action) -> Effects {
    switch action {
    case .restore:
      guard state.reader == .loggedOut else { return .none }
      (state.reader, state.restoreFailure) = (.restoring, nil)
      return .run(.restore, id: ID.restore, .replace)
    case .restored(let saved): if state.reader == .restoring { restore(saved, &state) }
    case .restoreFailed(let failure):
      guard state.reader == .restoring else { return .none }
      state.reader = .loggedOut
      // A damaged file is renamed when it is read, so it isn't replaced.
      if failure == .damaged { state.storeFailure = failure } else { state.restoreFailure = failure }
    case .choose(let purpose):
      if !state.form.isInProgress { (state.form.purpose, state.form.failure) = (purpose, nil) }
    case .enter: return enter(&state)
    case .entered(let newspaper):
      guard state.form.isInProgress else { return .none }
      return begin(.newspaper(newspaper.name), &state)
    case .enterFailed(let failure):
      if state.form.isInProgress { (state.form.isInProgress, state.form.failure) = (false, .call(failure)) }
    case .enterAsGuest:
      guard state.reader == .loggedOut else { return .none }
      return .cancel(ID.enter) + begin(.guest, &state)
    case .logOut: return state.reader.isIn ? logOut(&state) : .none
    default: break
    }
    return .none
  }

  func logOut(_ state: inout State) -> Effects {
    end(&state)
    return [.cancel(ID.newspapers), .cancel(ID.publish), .cancel(ID.edit)] + keep(&state)
  }

  private func restore(_ saved: SavedNews?, _ state: inout State) {
    state.reader = saved?.newspaper.map(State.Reader.newspaper) ?? .loggedOut
    guard let saved else { return }
    state.subscriptions = saved.subscriptions
    state.feed = saved.feed
    if state.reader.isIn { openFeed(&state) }
  }

  private func enter(_ state: inout State) -> Effects {
    guard state.reader == .loggedOut, !state.form.isInProgress else { return .none }
    guard let newspaper = state.form.newspaper else {
      state.form.failure = .incomplete
      return .none
    }
    (state.form.isInProgress, state.form.failure) = (true, nil)
    let effect: Effect = state.form.purpose == .logIn ? .find(newspaper.name) : .create(newspaper)
    return .run(effect, id: ID.enter, .replace)
  }

  private func begin(_ reader: State.Reader, _ state: inout State) -> Effects {
    (state.reader, state.form) = (reader, NewspaperForm())
    openFeed(&state)
    // A reader without subscriptions has to choose newspapers first (O7).
    state.page = state.subscriptions.isEmpty ? .newspapers : .feed
    return keep(&state) + (state.page == .newspapers ? loadNewspapers(&state) : .none)
  }

  private func end(_ state: inout State) {
    state = State(
      subscriptions: state.subscriptions, feed: state.feed, saving: state.saving, storeFailure: state.storeFailure,
      restoreFailure: state.restoreFailure)
    state.feed.connection = .closed
  }

  /// Saves the state, unless what is saved couldn't be read: it would be lost.
  private func keep(_ state: inout State) -> Effects {
    if state.restoreFailure != nil { return .none }
    guard state.saving == .idle else {
      state.saving = .outdated
      return .none
    }
    state.saving = .writing
    return .run(.keep(SavedNews(state)), id: ID.keep, .queue)
  }

  private func saved(_ failure: TokenStoreFailure?, _ state: inout State) -> Effects {
    state.storeFailure = failure
    let isOutdated = state.saving == .outdated
    state.saving = .idle
    return isOutdated ? keep(&state) : .none
  }

  private func openFeed(_ state: inout State, fromStart: Bool = false) {
    if state.subscriptions.isEmpty { state.feed.connection = .closed } else { state.feed.open(fromStart: fromStart) }
  }
}

// Pages, the open item and the archive.
extension News {
  private func reducePages(_ state: inout State, _ action: Action) -> Effects {
    switch action {
    case .show(let page):
      (state.page, state.published) = (page, nil)
      return page == .newspapers ? loadNewspapers(&state) : .none
    case .loadNewspapers: return loadNewspapers(&state)
    case .loadMoreNewspapers:
      guard let page = state.nextPage, !state.isLoadingNewspapers else { return .none }
      return loadNewspapers(&state, page: page)
    case .newspapers(let page): if state.isLoadingNewspapers { add(page, &state) }
    case .newspapersFailed(let failure):
      if state.isLoadingNewspapers { (state.isLoadingNewspapers, state.newspapersFailure) = (false, failure) }
    case .toggle(let name): return toggle(name, &state)
    case .open(let key):
      let streams = state.archived == nil ? [state.feed] : [state.archive, state.feed]
      state.selection =
        streams.lazy.compactMap { $0.list[key] }.first ?? state.published.flatMap { $0.key == key ? $0 : nil }
    case .close: state.selection = nil
    case .openArchive(let name):
      if state.archived == name { return .none }
      // What is known already is shown at once, and also if the server has forgotten it.
      let list = state.feed.list.only(name)
      (state.archived, state.archive, state.selection) = (name, NewsStream(connection: .connecting, list: list), nil)
    case .closeArchive: (state.archived, state.archive) = (nil, NewsStream())
    case .reconnect:
      if case .refused = state.feed.connection { openFeed(&state) }
      if case .refused = state.archive.connection { state.archive.open() }
    default: break
    }
    return .none
  }

  private func loadNewspapers(_ state: inout State, page: Int = 1) -> Effects {
    (state.isLoadingNewspapers, state.newspapersFailure) = (true, nil)
    return .run(.newspapers(page: page), id: ID.newspapers, .replace)
  }

  /// Adds a page to the list. A newspaper can appear on two pages, because additions and removals shift the others.
  private func add(_ page: NewspaperPage, _ state: inout State) {
    let before = page.number == 1 ? [] : state.newspapers ?? []
    let names = Set(page.newspapers.map(\.name))
    state.newspapers = before.filter { !names.contains($0.name) } + page.newspapers
    state.unreadable = (page.number == 1 ? 0 : state.unreadable) + page.unreadable
    (state.nextPage, state.isLoadingNewspapers) = (page.hasMore ? page.number + 1 : nil, false)
  }

  /// Subscribes to a newspaper, or unsubscribes from it. For a new subscription the stream restarts from its beginning,
  /// so that earlier items of the newspaper arrive too, and all items in their order.
  private func toggle(_ name: String, _ state: inout State) -> Effects {
    if let position = state.subscriptions.firstIndex(of: name) {
      state.subscriptions.remove(at: position)
      state.feed.list.forget(name)
      openFeed(&state)
    } else {
      guard state.subscriptions.count < Self.subscriptionLimit else { return .none }
      state.subscriptions.append(name)
      openFeed(&state, fromStart: true)
    }
    return keep(&state)
  }

  /// The maximum number of subscriptions.
  public static let subscriptionLimit = 100
}

// The item that is being written.
extension News {
  private func reduceDraft(_ state: inout State, _ action: Action) -> Effects {
    switch action {
    case .compose:
      if state.reader.newspaper != nil, state.draft == nil { (state.draft, state.published) = (NewsForm(), nil) }
    case .publish:
      guard let form = state.draft, let name = state.reader.newspaper, !form.isPublishing else { return .none }
      guard let draft = form.draft else {
        state.draft?.failure = .incomplete
        return .none
      }
      state.draft?.isPublishing = true
      state.draft?.failure = nil
      return .run(.publish(draft, as: name), id: ID.publish, .queue)
    case .published(let item):
      if state.draft?.isPublishing == true { (state.draft, state.published) = (nil, item) }
    case .publishFailed(let failure):
      guard state.draft?.isPublishing == true else { return .none }
      state.draft?.isPublishing = false
      state.draft?.failure = .call(failure)
    case .discard: if state.draft?.isPublishing == false { state.draft = nil }
    default: break
    }
    return .none
  }
}
