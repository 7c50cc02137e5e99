import ColmeiaStorage

/// How often cached responses were removed or replaced. An operation that takes a while, such as a request or a read
/// from disk, compares the counts before and after it, so that it doesn't store what is outdated.
struct CacheChanges: Sendable {
  /// How often responses that a key belongs to were removed together: all of them, those of its owner, and those of its
  /// address.
  struct Removals: Sendable, Equatable { fileprivate var all, owner, address: Int }

  private enum Scope: Hashable {
    case owner(String)
    case address(KeyGroup)
    case key(String)
  }

  /// The maximum number of counts. If there are more, everything counts as changed, and they begin again.
  static let limit = 4_096

  private var counts: [Scope: Int] = [:]
  private var all = 0

  /// Returns the removals of a key's owner and address so far.
  func removals(of key: String) -> Removals {
    let owner = key.prefix { $0 != "/" } + "/"
    return Removals(
      all: all, owner: counts[.owner(String(owner)), default: 0],
      address: counts[.address(KeyGroup(ofKey: key)), default: 0])
  }

  /// Returns how often the response of a key was replaced or removed individually.
  func changes(of key: String) -> Int { counts[.key(key), default: 0] }

  /// Returns whether nothing that concerns a key has changed since an earlier state.
  func isUnchanged(_ key: String, since earlier: CacheChanges) -> Bool {
    removals(of: key) == earlier.removals(of: key) && changes(of: key) == earlier.changes(of: key)
  }

  mutating func removeAll() {
    counts = [:]
    all += 1
  }

  /// Notes that the responses of an owner were removed, whose keys begin with `prefix`.
  mutating func removeAll(withPrefix prefix: String) { count(.owner(prefix)) }

  mutating func removeAll(of group: KeyGroup) { count(.address(group)) }

  /// Notes that the response of a key was replaced or removed.
  mutating func change(_ key: String) { count(.key(key)) }

  private mutating func count(_ scope: Scope) {
    if counts.count >= Self.limit { removeAll() }
    counts[scope, default: 0] += 1
  }
}
