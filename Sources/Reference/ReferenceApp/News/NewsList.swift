/// The items of a news stream, each once, the newest first, up to a limit.
///
/// The order is the server's, which sends the oldest items first. After a reconnect it may send only later items or all
/// of them once more, and it may have forgotten some. It doesn't say which, so the list goes by what it knows already:
///
/// - An item that the list doesn't know is shown as the newest.
/// - When an item follows that the list knows, those that arrived before it are older, and move below it.
///
/// ```
/// the list    the server sends    the list
/// c b a       x  a  y  b          c b y a x
/// ```
///
/// Nothing else is moved or removed, so items that a server has forgotten stay. Items that wait for their place
/// displace no others, because they may turn out to be older. The list remembers the keys of items for longer than the
/// items, so those that were removed at the limit don't return when the server sends them again.
public struct NewsList: Sendable, Equatable {
  /// The maximum number of items. Beyond it, the oldest items are removed.
  public static let itemLimit = 500
  /// The maximum total size of the items in bytes. Beyond it, the oldest items are removed, except for the last one.
  public static let byteLimit = 4 << 20
  /// The number of keys that are remembered.
  public static let memoryLimit = 2_000

  /// The items whose place is known.
  private var placed: NewsRun
  /// The items that arrived in earlier connections, which ended before the server had sent a placed item. They may be
  /// newer than all placed ones, or older.
  private var early = NewsRun()
  /// The items that have arrived since the last known one, in this connection.
  private var arrived = NewsRun()
  /// The number of keys up to the last known one that the server has sent, of the early items if there are some, or
  /// else of the placed ones. What arrives follows it.
  private var position: Int

  /// The items, the newest first.
  ///
  /// - Complexity: O(items).
  public var items: [NewsItem] { NewsRun.newest(all) }

  private var all: [NewsItem] { arrived.items + early.items + placed.items }

  /// The item with this key, or `nil` if it isn't in the list.
  ///
  /// - Complexity: O(items).
  subscript(key: NewsItem.Key) -> NewsItem? { items.first { $0.key == key } }

  /// Records that a connection was opened, from the beginning or after the last item that has arrived. Returns whether
  /// the list has changed.
  mutating func open(fromStart: Bool) -> Bool {
    let hasArrivals = !arrived.keys.isEmpty
    if early.keys.isEmpty, position > 0 || placed.keys.isEmpty {
      position = placed.insert(&arrived, at: position)
    } else {
      position = early.insert(&arrived, at: position)
    }
    if fromStart { position = 0 }
    return hasArrivals
  }

  /// Handles an item that the server has sent. Returns whether the list has changed.
  ///
  /// - Complexity: O(keys).
  mutating func receive(_ item: NewsItem) -> Bool {
    if arrived.contains(item.key) { return false }
    let hasArrivals = !arrived.keys.isEmpty || !early.keys.isEmpty
    if let index = early.index(of: item.key, near: position) {
      position = min(early.insert(&arrived, at: index) + 1, early.keys.count)
    } else if let index = placed.index(of: item.key, near: position) {
      _ = early.insert(&arrived, at: min(position, early.keys.count))
      position = min(placed.insert(&early, at: index) + 1, placed.keys.count)
    } else {
      arrived.append(item)
      return true
    }
    return hasArrivals
  }

  /// Removes the items and keys of a newspaper, so that its items count as new if they arrive again.
  mutating func forget(_ newspaper: String) {
    let hadEarly = !early.keys.isEmpty
    let passed = (hadEarly ? early : placed).keys.prefix(position)
    placed.forget(newspaper)
    early.forget(newspaper)
    arrived.forget(newspaper)
    position = hadEarly && early.keys.isEmpty ? 0 : passed.count { $0.newspaper != newspaper }
  }

  /// Returns a list of the items of one newspaper.
  func only(_ newspaper: String) -> NewsList { NewsList(items.filter { $0.newspaper == newspaper }) }
}

extension NewsList {
  /// The part of a list that isn't visible in its items and keys.
  public struct Pending: Sendable, Equatable, Codable {
    /// The items that are displaced by those that wait for their place, the newest first.
    var displaced: [NewsItem]
    /// The number of the newest keys that have arrived since the last known item, and of those before them that arrived
    /// in earlier connections.
    var arrived, early: Int
    /// The number of keys up to the last known one that the server has sent.
    var position: Int
  }

  /// The keys that are remembered, the oldest first.
  public var keys: [NewsItem.Key] { placed.keys + early.keys + arrived.keys }

  /// What isn't visible in the items and keys, or `nil` if no item waits for its place, and the newest are next.
  public var pending: Pending? {
    if arrived.keys.isEmpty, early.keys.isEmpty, position == placed.keys.count { return nil }
    return Pending(
      displaced: Array(all.dropFirst(items.count)), arrived: arrived.keys.count, early: early.keys.count,
      position: position)
  }

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - items: The items, the newest first.
  ///   - keys: The keys of all items that have arrived, the oldest first.
  ///   - pending: What isn't visible in the items and keys. If it's `nil`, no item waits for its place.
  public init(_ items: [NewsItem] = [], remembering keys: [NewsItem.Key] = [], pending: Pending? = nil) {
    let items = items + (pending?.displaced ?? [])
    var known: Set<NewsItem.Key> = []
    var rest = (keys + items.reversed().map(\.key)).filter { known.insert($0).inserted }[...]
    func takeLast(_ count: Int) -> NewsRun {
      let keys = rest.suffix(max(0, count))
      rest.removeLast(keys.count)
      return NewsRun(items, keys: Array(keys))
    }
    arrived = takeLast(pending?.arrived ?? 0)
    early = takeLast(pending?.early ?? 0)
    let count = rest.count
    placed = takeLast(count)
    position = min(max(0, pending?.position ?? count), (early.keys.isEmpty ? placed : early).keys.count)
  }
}

extension NewsList: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case items, keys, pending }

  /// Decodes a list. Items and keys beyond the limits are dropped.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode([NewsItem].self, forKey: .items),
      remembering: try container.decode([NewsItem.Key].self, forKey: .keys),
      pending: try container.decodeIfPresent(Pending.self, forKey: .pending))
  }

  /// Encodes the list.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(items, forKey: .items)
    try container.encode(keys, forKey: .keys)
    try container.encodeIfPresent(pending, forKey: .pending)
  }
}
