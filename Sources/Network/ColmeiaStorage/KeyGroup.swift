import ColmeiaJSON

/// The entries of a cache whose keys have the same second part, such as `b` in `a/b/c`. Different parts may be the same
/// group, so that a group takes little memory; a caller may remove more than what is meant.
package struct KeyGroup: Sendable, Hashable {
  private let hash: UInt64

  /// Creates the group of keys with this second part.
  package init(part: some StringProtocol) { hash = FNV1a.hash(part.utf8) }

  /// Creates the group that a key belongs to.
  package init(ofKey key: String) {
    let slash = UInt8(ascii: "/")
    self.init(part: Substring(key.utf8.drop { $0 != slash }.dropFirst().prefix { $0 != slash }))
  }
}
