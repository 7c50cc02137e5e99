/// A part of a ``NewsList``: items in the server's order up to the limits, and the keys of more.
struct NewsRun: Sendable, Equatable {
  /// The keys, the oldest first.
  private(set) var keys: [NewsItem.Key] = []
  /// The items, the newest first.
  private(set) var items: [NewsItem] = []
  private var known: Set<NewsItem.Key> = []
  private var bytes = 0

  init() {}

  /// Creates a part with these keys, and with those of the items that have one of the keys.
  init(_ items: [NewsItem], keys: [NewsItem.Key]) {
    var missing = Set(keys)
    insert(keys, items.filter { missing.remove($0.key) != nil }, at: 0)
  }

  func contains(_ key: NewsItem.Key) -> Bool { known.contains(key) }

  /// Returns the index of a key, which is found fastest if it follows the given index.
  func index(of key: NewsItem.Key, near index: Int) -> Int? {
    guard known.contains(key) else { return nil }
    return keys.dropFirst(index).firstIndex(of: key) ?? keys.firstIndex(of: key)
  }

  mutating func append(_ item: NewsItem) { insert([item.key], [item], at: keys.count) }

  /// Moves the contents of another part before the key at an index, which is newer. Returns the new index of that key.
  mutating func insert(_ other: inout NewsRun, at index: Int) -> Int {
    if other.keys.isEmpty { return index }
    let (count, end) = (keys.count + other.keys.count, index + other.keys.count)
    insert(other.keys, other.items, at: index)
    other = NewsRun()
    // If all keys before the index were removed at the limit, it's still not the beginning.
    return max(end - (count - keys.count), 1)
  }

  mutating func forget(_ newspaper: String) {
    self = NewsRun(items, keys: keys.filter { $0.newspaper != newspaper })
  }

  /// Returns the newest items within the limits.
  static func newest(_ items: [NewsItem]) -> [NewsItem] {
    var bytes = 0
    let count = items.prefix(NewsList.itemLimit).prefix { item in
      bytes += item.bytes
      return bytes <= NewsList.byteLimit
    }.count
    return count == items.count ? items : Array(items.prefix(max(count, 1)))
  }

  private mutating func insert(_ newKeys: [NewsItem.Key], _ newItems: [NewsItem], at index: Int) {
    // If the item at the index was removed at the limit, all that remain are newer.
    let newer = index == keys.count ? 0 : items.firstIndex { $0.key == keys[index] }.map { $0 + 1 } ?? items.count
    keys.insert(contentsOf: newKeys, at: index)
    items.insert(contentsOf: newItems, at: newer)
    known.formUnion(newKeys)
    bytes += newItems.reduce(0) { $0 + $1.bytes }
    while items.count > NewsList.itemLimit || (bytes > NewsList.byteLimit && items.count > 1) {
      bytes -= items.removeLast().bytes
    }
    // Removed in batches, because each removal at the front moves all other elements.
    if keys.count > NewsList.memoryLimit + NewsList.memoryLimit / 10 {
      for key in keys.prefix(keys.count - NewsList.memoryLimit) { known.remove(key) }
      keys.removeFirst(keys.count - NewsList.memoryLimit)
    }
  }
}
