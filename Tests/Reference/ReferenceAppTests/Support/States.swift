@testable import ReferenceApp

// Initializers for the initial states of tests.

extension AppReducer.State {
  init(
    auth: Auth.State = Auth.State(), feed: Feed.State? = nil, members: Members.State = Members.State(),
    events: Events.State = Events.State(), chat: Chat.State? = nil, profile: Profile.State? = nil,
    news: News.State = News.State(), shots: Shots.State = Shots.State(), album: Album.State = Album.State(),
    tab: AppTab = .feed, pendingLink: FeedLink? = nil, linkFailure: FeedLinkFailure? = nil
  ) {
    self.init()
    self.auth = auth
    self.feed = feed
    self.members = members
    self.events = events
    self.chat = chat
    self.profile = profile
    self.news = news
    self.shots = shots
    self.album = album
    self.tab = tab
    self.pendingLink = pendingLink
    self.linkFailure = linkFailure
  }
}

extension Auth.State {
  init(
    session: Session = .signedOut(nil), form: SignUpForm = SignUpForm(), storeFailure: Auth.StoreFailure? = nil
  ) {
    self.init()
    self.session = session
    self.form = form
    self.storeFailure = storeFailure
  }
}

extension Shots.State {
  init(
    shots: [Shot] = [], shown: Freshness? = nil, cachedCount: Int = 0, loading: Int? = nil, next: Int? = nil,
    failure: Shots.PageFailure? = nil, detail: ShotDetail? = nil
  ) {
    self.init()
    self.shots = shots
    self.shown = shown
    self.cachedCount = cachedCount
    self.loading = loading
    self.next = next
    self.failure = failure
    self.detail = detail
  }
}

extension Feed.State {
  init(
    breed: Breed = .husky, phase: Phase = .idle, selection: ImageReference? = nil, picture: FeedPicture? = nil,
    shown: Shown = .fresh
  ) {
    self.init()
    self.breed = breed
    self.phase = phase
    self.selection = selection
    self.picture = picture
    self.shown = shown
  }
}
