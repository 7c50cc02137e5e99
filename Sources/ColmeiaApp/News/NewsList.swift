/// The items of a news stream: each once, the newest first, up to a limit.
///
/// A server may send an item again after a reconnection. So the list remembers the keys of items for longer than it keeps the
/// items.
public struct NewsList: Sendable, Equatable, Codable {
  /// How many items are kept; of more, those that came first are forgotten.
  public static let itemLimit = 500
  /// How many bytes all items may have together; of more, the oldest are forgotten. One item is always kept.
  public static let byteLimit = 4 << 20
  /// How many items are known again.
  public static let memoryLimit = 2_000

  /// The items, the newest first.
  public private(set) var items: [NewsItem]
  /// The keys of the items that have come, the oldest first.
  private var keys: [NewsItem.Key]
  private var known: Set<NewsItem.Key>
  private var bytes: Int

  /// A list of items, the newest first, that remembers these keys.
  public init(_ items: [NewsItem] = [], remembering keys: [NewsItem.Key] = []) {
    self.items = []
    (self.keys, known, bytes) = ([], [], 0)
    for key in keys { remember(key) }
    for item in items.reversed() {
      remember(item.key)
      insert(item)
    }
  }

  /// Puts an item first, unless it has come before. Returns whether it is new.
  ///
  /// - Complexity: O(items).
  mutating func receive(_ item: NewsItem) -> Bool {
    guard remember(item.key) else { return false }
    insert(item)
    return true
  }

  /// Forgets all of a newspaper, so that it is new when it comes again.
  mutating func forget(_ newspaper: String) {
    items.removeAll { $0.newspaper == newspaper }
    keys.removeAll { $0.newspaper == newspaper }
    known = Set(keys)
    bytes = items.reduce(0) { $0 + $1.bytes }
  }

  /// The newest items that have no more bytes than this together, and what is remembered of the last ones.
  func newest(_ count: Int, bytes limit: Int, keys keyCount: Int) -> (items: [NewsItem], keys: [NewsItem.Key]) {
    var room = limit
    let kept = items.prefix(count).prefix { item in
      room -= item.bytes
      return room >= 0
    }
    return (Array(kept), keys.suffix(keyCount))
  }

  @discardableResult
  private mutating func remember(_ key: NewsItem.Key) -> Bool {
    guard known.insert(key).inserted else { return false }
    keys.append(key)
    // In batches: each removal at the front moves all other elements.
    if keys.count > Self.memoryLimit + Self.memoryLimit / 10 {
      for key in keys.prefix(keys.count - Self.memoryLimit) { known.remove(key) }
      keys.removeFirst(keys.count - Self.memoryLimit)
    }
    return true
  }

  private mutating func insert(_ item: NewsItem) {
    items.insert(item, at: 0)
    bytes += item.bytes
    while items.count > Self.itemLimit || (bytes > Self.byteLimit && items.count > 1) {
      bytes -= items.removeLast().bytes
    }
  }
}

extension NewsList {
  /// Whether both hold and remember the same.
  public static func == (left: Self, right: Self) -> Bool { left.items == right.items && left.keys == right.keys }

  private enum CodingKeys: CodingKey { case items, keys }

  /// Reads a list; what is too much for it is left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode([NewsItem].self, forKey: .items),
      remembering: try container.decode([NewsItem.Key].self, forKey: .keys))
  }
}
