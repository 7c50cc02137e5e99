/// The items of a news stream without duplicates, the newest first, up to a limit.
///
/// A server may send an item again after a reconnect. The list therefore remembers the keys of items for longer than
/// the items themselves.
public struct NewsList: Sendable, Equatable, Codable {
  /// The maximum number of items. Beyond it, the oldest items are removed.
  public static let itemLimit = 500
  /// The maximum total size of the items in bytes. Beyond it, the oldest items are removed, except for the last one.
  public static let byteLimit = 4 << 20
  /// The number of keys that are remembered.
  public static let memoryLimit = 2_000

  /// The items, the newest first.
  public private(set) var items: [NewsItem]
  /// The keys of the items that have arrived, the oldest first.
  private var keys: [NewsItem.Key]
  private var known: Set<NewsItem.Key>
  private var bytes: Int

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - items: The items, the newest first.
  ///   - keys: The keys of items that arrived earlier.
  public init(_ items: [NewsItem] = [], remembering keys: [NewsItem.Key] = []) {
    self.items = []
    (self.keys, known, bytes) = ([], [], 0)
    for key in keys { remember(key) }
    for item in items.reversed() {
      remember(item.key)
      insert(item)
    }
  }

  /// The item with this key, or `nil` if it isn't in the list.
  ///
  /// - Complexity: O(items).
  subscript(key: NewsItem.Key) -> NewsItem? { items.first { $0.key == key } }

  /// Inserts an item at the front, unless it has arrived before. Returns whether the item is new.
  ///
  /// - Complexity: O(items).
  mutating func receive(_ item: NewsItem) -> Bool {
    guard remember(item.key) else { return false }
    insert(item)
    return true
  }

  /// Removes the items and keys of a newspaper, so that its items count as new if they arrive again.
  mutating func forget(_ newspaper: String) {
    items.removeAll { $0.newspaper == newspaper }
    keys.removeAll { $0.newspaper == newspaper }
    known = Set(keys)
    bytes = items.reduce(0) { $0 + $1.bytes }
  }

  /// Returns the newest items up to a number and a total size in bytes, and the newest keys.
  func newest(_ count: Int, bytes limit: Int, keys keyCount: Int) -> (items: [NewsItem], keys: [NewsItem.Key]) {
    var remaining = limit
    let kept = items.prefix(count).prefix { item in
      remaining -= item.bytes
      return remaining >= 0
    }
    return (Array(kept), keys.suffix(keyCount))
  }

  @discardableResult
  private mutating func remember(_ key: NewsItem.Key) -> Bool {
    guard known.insert(key).inserted else { return false }
    keys.append(key)
    // Removed in batches, because each removal at the front moves all other elements.
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
  /// Returns whether two lists have the same items and remember the same keys.
  public static func == (left: Self, right: Self) -> Bool { left.items == right.items && left.keys == right.keys }

  private enum CodingKeys: CodingKey { case items, keys }

  /// Decodes a list. Items and keys beyond the limits are dropped.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode([NewsItem].self, forKey: .items),
      remembering: try container.decode([NewsItem.Key].self, forKey: .keys))
  }
}
