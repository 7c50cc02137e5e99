import ColmeiaTable
import ReferenceEntities

/// The state of Canillita.
struct CanillitaState: Sendable, Equatable {
  /// The newspapers in the order in which they were added.
  var newspapers = EntityTable<NewspaperRecord>()
  /// The news items in the order in which they were stored.
  private(set) var news = EntityTable<NewsRecord>()
  /// The size of all stored items in bytes.
  private(set) var newsBytes = 0
  /// The number of items stored so far, including those that were removed again. It never decreases.
  private(set) var stored = 0
  /// The clients that listen to the news. They are not persisted.
  var listeners = NewsListeners()

  init() {}

  /// Adds or replaces a newspaper.
  mutating func upsert(_ newspaper: NewspaperRecord) { newspapers.upsert(newspaper) }

  /// Removes a newspaper but not its news items. Returns `false` if it doesn't exist.
  mutating func remove(newspaper name: String) -> Bool { newspapers.remove(id: name) != nil }

  /// Stores an item as the newest one and replaces any item with its identifier. Removes the oldest items while the
  /// limits are exceeded.
  mutating func store(_ item: NewsRecord) {
    if let old = news.remove(id: item.id) { newsBytes -= old.item.bytes }
    news.upsert(item)
    newsBytes += item.item.bytes
    stored += 1
    while news.count > CanillitaLimits.news || newsBytes > CanillitaLimits.newsBytes, let oldest = news.first {
      news.remove(id: oldest.id)
      newsBytes -= oldest.item.bytes
    }
  }

  /// A description of an inconsistency in the state, or `nil` if it is consistent. It finds exceeded limits, and names,
  /// identifiers and dates that no request could have produced.
  ///
  /// - Complexity: O(size of the state).
  var inconsistency: String? {
    guard newspapers.count <= CanillitaLimits.newspapers else { return "there are \(newspapers.count) newspapers" }
    for newspaper in newspapers {
      guard CanillitaText.isName(newspaper.name), newspaper.description.utf8.count <= Newspaper.longestAbout,
        ISODate.accepts(newspaper.createdAt), ISODate.accepts(newspaper.updatedAt)
      else { return "newspaper '\(newspaper.name)' is invalid" }
    }
    guard news.count <= CanillitaLimits.news, newsBytes <= CanillitaLimits.newsBytes else {
      return "there are \(news.count) items of \(newsBytes) bytes"
    }
    guard (news.count...1 << 53).contains(stored) else {
      return "there are \(news.count) items, but \(stored) were stored"
    }
    for record in news {
      let item = record.item
      guard CanillitaText.isName(item.newspaper), CanillitaText.isID(item.id),
        item.title.utf8.count <= NewsItem.longestTitle, item.body.utf8.count <= NewsItem.longestBody,
        ISODate.accepts(record.createdAt)
      else { return "item '\(item.id)' is invalid" }
    }
    return nil
  }
}

extension CanillitaState: Codable {
  private enum CodingKeys: CodingKey { case newspapers, news, stored }

  /// Decodes a state. Throws `DecodingError.dataCorrupted` if a name or an identifier occurs twice.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    newspapers = try container.decode(EntityTable<NewspaperRecord>.self, forKey: .newspapers)
    news = try container.decode(EntityTable<NewsRecord>.self, forKey: .news)
    stored = try container.decode(Int.self, forKey: .stored)
    newsBytes = news.reduce(0) { $0 + $1.item.bytes }
  }
}
