import ColmeiaPlatform
import ColmeiaUI
import Foundation
import ReferenceApp
import SwiftUI

typealias AppStore = ViewStore<AppReducer.State, AppReducer.Action>

/// The reference app for Apple's platforms. `ColmeiaServer` in Info.plist is the address of its server.
@main struct ReferenceApp: App {
  @State private var launch = Launch(Bundle.main.object(forInfoDictionaryKey: "ColmeiaServer") as? String ?? "")

  var body: some Scene {
    WindowGroup {
      switch launch {
      case .ready(let app, let environment):
        RootView(app: app)
          .environment(\.photos, environment.photos)
          .task { await start(app, environment) }
          .onOpenURL { app.send(.open(link(in: $0))) }
      case .misconfigured(let problem): ContentUnavailableView(problem, systemImage: "exclamationmark.triangle")
      }
    }
  }

  /// Loads the response cache from disk before the first requests.
  private func start(_ app: AppStore, _ environment: AppEnvironment) async {
    await environment.answers?.warmUp()
    for action in AppReducer.start { app.send(action) }
  }

  /// Returns the link: `colmeia:///feed?category=pug` and `https://…/feed?category=pug` are equivalent.
  private func link(in url: URL) -> String { url.path() + (url.query().map { "?\($0)" } ?? "") }
}

/// The result of launching the app.
@MainActor enum Launch {
  case ready(AppStore, AppEnvironment)
  /// The configuration contains no valid server.
  case misconfigured(String)

  init(_ server: String) {
    do throws(BaseURLError) {
      let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
      var environment = AppEnvironment.demo(
        at: try BaseURL(server), folder: folder.appending(path: "Colmeia").path(),
        transport: URLSessionTransport(), sockets: PlatformWebSocketTransport(), streams: PlatformStreamTransport(),
        random: { Double.random(in: 0..<1) }, now: { Int(Date.now.timeIntervalSince1970) })
      environment.tokens = KeychainTokenStore()
      self = .ready(ViewStore(Store(AppReducer.State(), AppReducer(), AppHandler(environment))), environment)
    } catch { self = .misconfigured("ColmeiaServer: \(error)") }
  }
}

/// The tabs, and the sheets and alerts above them.
struct RootView: View {
  let app: AppStore
  @Environment(\.words) private var words

  var body: some View {
    TabView(selection: app.binding(\.tab, AppReducer.Action.select)) {
      Tab(words(.feed), systemImage: "pawprint", value: AppTab.feed) { feed }
      Tab(words(.events), systemImage: "calendar", value: AppTab.events) {
        EventsView(app: app, events: app.scope(\.events, AppReducer.Action.events))
      }
      Tab(words(.news), systemImage: "newspaper", value: AppTab.news) {
        NewsView(news: app.scope(\.news, AppReducer.Action.news))
      }
      Tab(words(.shots), systemImage: "photo.on.rectangle", value: AppTab.shots) {
        ShotsView(shots: app.scope(\.shots, AppReducer.Action.shots))
      }
      Tab(words(.album), systemImage: "photo.stack", value: AppTab.album) {
        AlbumView(album: app.scope(\.album, AppReducer.Action.album))
      }
      // The profile is shown only with an account.
      if app[\.auth.session.account] != nil {
        Tab(words(.profile), systemImage: "person", value: AppTab.profile) { AccountView(app: app) }
      }
    }
    .sheet(item: app.item(\.profile, AppReducer.Action.profile, dismiss: .closeProfile)) { profile in
      ProfileView(profile: profile, me: app[\.members.session.member]?.id)
    }
    .alert(
      words(.feed), isPresented: app.isPresented(\.linkFailure, dismiss: .dismissLinkFailure),
      presenting: app.linkFailure
    ) { _ in
    } message: { failure in
      Text(words(.linkRefused(failure)))
    }
  }

  /// The feed, or the form to sign up if no user is signed in.
  @ViewBuilder private var feed: some View {
    if let feed = app.scope(\.feed, AppReducer.Action.feed) {
      FeedView(feed: feed)
    } else {
      SignUpView(auth: app.scope(\.auth, AppReducer.Action.auth))
    }
  }
}
