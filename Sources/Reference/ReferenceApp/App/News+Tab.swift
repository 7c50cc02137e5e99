import Colmeia
import ColmeiaHTTP

extension TabFeature {
  static var news: TabFeature {
    TabFeature(title: .news, links: NewsLink.self, link: { $0.news.link })
  }
}

/// A location within the newspapers.
public enum NewsLink: FeatureLink {
  /// The feed of the subscribed newspapers, or one item of it.
  case feed, item(NewsItem.Key)
  /// The list of all newspapers, or the archive of one.
  case newspapers, newspaper(String)

  init?(_ parts: [String]) {
    switch (parts.first, parts.count) {
    case ("news", 1): self = .feed
    case ("news", 3): self = .item(NewsItem.Key(newspaper: parts[1], id: parts[2]))
    case ("newspapers", 1): self = .newspapers
    case ("newspapers", 2): self = .newspaper(parts[1])
    default: return nil
    }
  }

  var text: String {
    switch self {
    case .feed: "/news"
    case .item(let key): "/news/\(PercentEncoding.encode(key.newspaper))/\(PercentEncoding.encode(key.id))"
    case .newspapers: "/newspapers"
    case .newspaper(let name): "/newspapers/\(PercentEncoding.encode(name))"
    }
  }

  /// Navigates to the location. If the reader has not entered yet, every link leads to the entrance.
  func open(_ app: AppReducer, _ state: inout AppReducer.State) -> AppReducer.Effects {
    state.tab = .news
    guard state.news.reader.isIn, state.news.draft?.isPublishing != true, state.news.edit?.isWriting != true else {
      return .none
    }
    state.news.draft = nil
    return ([.edit(.end)] + actions(in: state.news)).reduce(.none) { $0 + app.news.reduce(&state, $1) }
  }

  private func actions(in news: News.State) -> [News.Action] {
    switch self {
    case .feed: [.close, .closeArchive, .show(.feed)]
    // The archive of its newspaper shows an item that isn't in the feed.
    case .item(let key) where news.archived == key.newspaper || news.feed.list[key] == nil:
      [.close, .openArchive(key.newspaper), .open(key)]
    case .item(let key): [.closeArchive, .open(key)]
    case .newspapers: [.close, .closeArchive, .show(.newspapers)]
    case .newspaper(let name): [.close, .openArchive(name)]
    }
  }
}

extension News.State {
  fileprivate var link: NewsLink? {
    if !reader.isIn { return .feed }
    if draft != nil || edit != nil { return nil }
    if let item = selection { return .item(item.key) }
    if let name = archived { return .newspaper(name) }
    return page == .feed ? .feed : .newspapers
  }
}
