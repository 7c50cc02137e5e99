import ColmeiaTable

/// Everything Canillita knows.
struct CanillitaState: Sendable, Equatable {
  /// In the order in which they came.
  var newspapers = EntityTable<Newspaper>()
  /// In the order in which they were stored.
  private(set) var news = EntityTable<NewsItem>()
  /// Of all news.
  private(set) var newsBytes = 0
  /// How many items were stored, also those that are forgotten. Never goes down.
  private(set) var stored = 0
  /// Who listens; gone with the process.
  var stand = NewsListeners()
  var log = ChangeLog<Change>()

  /// What was done.
  enum Change: Sendable, Equatable, Codable {
    case put(Newspaper)
    case removed(String)
    case stored(NewsItem)
  }

  init() {}

  /// Adds a newspaper, or puts a changed one in its place.
  mutating func put(_ newspaper: Newspaper) {
    newspapers.upsert(newspaper)
    log.note(.put(newspaper))
  }

  /// Removes a newspaper, not its news; `false` when there is none.
  mutating func remove(newspaper name: String) -> Bool {
    guard let newspaper = newspapers.remove(id: name) else { return false }
    log.note(.removed(newspaper.name))
    return true
  }

  /// Keeps an item as the newest, in the place of one with its id; and forgets the oldest while there are too many.
  mutating func store(_ item: NewsItem) {
    if let old = news.remove(id: item.id) { newsBytes -= old.size }
    news.upsert(item)
    newsBytes += item.size
    stored += 1
    log.note(.stored(item))
    while news.count > CanillitaLimits.news || newsBytes > CanillitaLimits.newsBytes, let oldest = news.first {
      news.remove(id: oldest.id)
      newsBytes -= oldest.size
    }
  }

  /// Does what another back end has done; what cannot be, if it cannot.
  mutating func apply(_ change: Change) -> String? {
    switch change {
    case .put(let newspaper): put(newspaper)
    case .removed(let name): return remove(newspaper: name) ? nil : "a newspaper that is to go is not there"
    case .stored(let item): store(item)
    }
    return nil
  }

  /// What cannot be, if anything is: a name, an id or a date that no request can have given, or more than is kept.
  ///
  /// - Complexity: O(everything).
  var inconsistency: String? {
    guard newspapers.count <= CanillitaLimits.newspapers else { return "there are \(newspapers.count) newspapers" }
    for newspaper in newspapers {
      guard CanillitaText.isName(newspaper.name), newspaper.description.utf8.count <= CanillitaLimits.description,
        ISODate.accepts(newspaper.createdAt), ISODate.accepts(newspaper.updatedAt)
      else { return "newspaper '\(newspaper.name)' is none" }
    }
    guard news.count <= CanillitaLimits.news, newsBytes <= CanillitaLimits.newsBytes else {
      return "there are \(news.count) items of \(newsBytes) bytes"
    }
    guard (news.count...1 << 53).contains(stored) else { return "\(news.count) items are kept of \(stored)" }
    for item in news {
      guard CanillitaText.isName(item.newspaper), CanillitaText.isID(item.id),
        item.title.utf8.count <= CanillitaLimits.title, item.body.utf8.count <= CanillitaLimits.body,
        ISODate.accepts(item.createdAt)
      else { return "item '\(item.id)' is none" }
    }
    return nil
  }
}

extension CanillitaState: Codable {
  private enum CodingKeys: CodingKey { case newspapers, news, stored }

  /// Reads what was written. Throws `DecodingError.dataCorrupted` when a name or an id is there twice.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    newspapers = try container.decode(EntityTable<Newspaper>.self, forKey: .newspapers)
    news = try container.decode(EntityTable<NewsItem>.self, forKey: .news)
    stored = try container.decode(Int.self, forKey: .stored)
    newsBytes = news.reduce(0) { $0 + $1.size }
  }
}
