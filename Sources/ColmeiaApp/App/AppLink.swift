import ColmeiaHTTP

/// A place of the app as a link, which a front end can keep, and open again: `/feed?category=pug`, `/events/7`.
public enum AppLink: Sendable, Hashable {
  /// What is shown first.
  case start
  /// The feed, and perhaps one image of it.
  case feed(FeedLink)
  /// All events; one; its chat.
  case events, event(Int), chat(Int)
  /// A member's profile.
  case person(Int)
  /// The news that one reads; one item.
  case news, newsItem(NewsItem.Key)
  /// All newspapers; the news of one.
  case newspapers, newspaper(String)
  /// All shots; one.
  case shots, shot(Int)
  /// Who is signed in.
  case profile

  /// Reads a link. What stands behind `?` and `#` counts for the feed alone.
  ///
  /// - Complexity: O(length).
  public static func parse(_ text: String) throws(FeedLinkFailure) -> AppLink {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").compactMap { PercentEncoding.decode($0) }
    if path == "/" { return .start }
    guard path.hasPrefix("/"), let place = place(parts) else { return .feed(try FeedLink.parse(text)) }
    return place
  }

  private static func place(_ parts: [String]) -> AppLink? {
    let number = parts.count > 1 ? Int(parts[1]) : nil
    switch (parts.first, parts.count, number) {
    case ("events", 1, _): return .events
    case ("events", 2, let id?): return .event(id)
    case ("events", 3, let id?): return parts[2] == "chat" ? .chat(id) : nil
    case ("people", 2, let id?): return .person(id)
    case ("news", 1, _): return .news
    case ("news", 3, _): return .newsItem(NewsItem.Key(newspaper: parts[1], id: parts[2]))
    case ("newspapers", 1, _): return .newspapers
    case ("newspapers", 2, _): return .newspaper(parts[1])
    case ("shots", 1, _): return .shots
    case ("shots", 2, let id?): return .shot(id)
    case ("profile", 1, _): return .profile
    default: return nil
    }
  }

  /// The first parts of the paths of all links.
  public static let places: Set<String> = ["feed", "events", "people", "news", "newspapers", "shots", "profile"]

  /// The link as text, which ``parse(_:)`` reads back.
  public var text: String {
    switch self {
    case .start: "/"
    case .feed(let link): link.text
    case .events: "/events"
    case .event(let id): "/events/\(id)"
    case .chat(let id): "/events/\(id)/chat"
    case .person(let id): "/people/\(id)"
    case .news: "/news"
    case .newsItem(let key): "/news/\(PercentEncoding.encode(key.newspaper))/\(PercentEncoding.encode(key.id))"
    case .newspapers: "/newspapers"
    case .newspaper(let name): "/newspapers/\(PercentEncoding.encode(name))"
    case .shots: "/shots"
    case .shot(let id): "/shots/\(id)"
    case .profile: "/profile"
    }
  }
}

extension AppReducer.State {
  /// What is said about the last link.
  public var message: Phrase? { linkFailure.map(Phrase.linkRefused) }

  /// The place that is shown; `nil` for one without a link, such as a form.
  ///
  /// - Complexity: O(images).
  public var link: AppLink? {
    switch screen {
    case .signUp: .start
    case .tabs(.feed):
      feed.map { feed in
        .feed(FeedLink(breed: feed.breed, image: feed.selectedImage.flatMap { ImageReference(rawValue: $0.name) }))
      }
    case .tabs(.events): profile == nil ? eventsLink : personLink
    case .tabs(.profile): profile == nil ? .profile : personLink
    case .tabs(.news): newsLink
    case .tabs(.shots): shots.detail.map { .shot($0.id) } ?? .shots
    }
  }

  private var personLink: AppLink? { profile.flatMap { $0.form == nil ? .person($0.id) : nil } }

  private var eventsLink: AppLink? {
    if let chat { return .chat(chat.event) }
    if events.form != nil { return nil }
    return events.detail.map { .event($0.id) } ?? .events
  }

  private var newsLink: AppLink? {
    if !news.reader.isIn { return .news }
    if news.draft != nil { return nil }
    if let item = news.selection { return .newsItem(item.key) }
    if let name = news.archived { return .newspaper(name) }
    return news.page == .feed ? .news : .newspapers
  }
}
