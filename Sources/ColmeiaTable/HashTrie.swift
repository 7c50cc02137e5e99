/// A persistent multimap from 32-bit hashes to slots: a hash array mapped trie.
///
/// The trie doesn't store keys: a lookup checks the candidate slots instead. So no key is stored twice, entries take 16
/// bytes regardless of the key type, and insertions and removals need only the hash and the slot. Each level consumes
/// five bits of the hash. Below the last level, a *collision node* lists the rows whose hashes are equal. Every node
/// except the root leads to at least two rows.
///
/// `@unchecked Sendable`: A node is written only inside `insert`, `remove` and `move`, which have exclusive access to
/// the trie (`inout`) and have either found every node from the root to this one uniquely referenced, or just created
/// it. Therefore, a node that two tries can reach is never written.
@usableFromInline struct HashTrie: @unchecked Sendable {
  @usableFromInline var root: TrieNode

  @usableFromInline init() { root = TrieNode.make(capacity: 4) }

  @inlinable static var bitsPerLevel: UInt32 { 5 }
  @inlinable static var hashBits: UInt32 { 32 }

  /// The maximum number of slots of an `EntityTable`. Slots are numbered from 0. `LeafOrder` has labels for more leaves
  /// than these slots need.
  static let slotLimit = 1 << 31

  /// Returns a slot as it is stored in an entry. Ends the program if the slot exceeds the limit.
  static func stored(_ slot: Int) -> UInt32 {
    guard slot < slotLimit else { fatalError("an EntityTable has at most \(slotLimit) slots") }
    return UInt32(slot)
  }

  /// Returns the slot with this hash for which `matches` returns `true`.
  @inlinable func find(_ hash: UInt32, where matches: (Int) -> Bool) -> Int? {
    var node = Unmanaged.passUnretained(root)
    var shift: UInt32 = 0
    while shift < Self.hashBits {
      let found = node._withUnsafeGuaranteedRef { $0.entry(for: hash, shift) }
      switch found {
      case .none: return nil
      case .row(let other, let slot)?:
        return other == hash && matches(Int(slot)) ? Int(slot) : nil
      case .node(let child)?:
        node = Unmanaged.passUnretained(child)
        shift &+= Self.bitsPerLevel
      }
    }
    return node._withUnsafeGuaranteedRef { $0.listed(where: matches)?.slot }
  }

  /// Adds a slot that isn't in the trie.
  @usableFromInline mutating func insert(_ slot: Int, hash: UInt32) {
    Self.insert(.row(hash: hash, slot: Self.stored(slot)), hash, into: &root, shift: 0)
  }

  /// Removes a slot that is in the trie.
  @usableFromInline mutating func remove(_ slot: Int, hash: UInt32) {
    Self.remove(slot, hash, from: &root, shift: 0)
  }

  /// Changes the slot of an existing entry.
  @usableFromInline mutating func move(_ slot: Int, to new: Int, hash: UInt32) {
    Self.move(slot, to: Self.stored(new), hash, in: &root, shift: 0)
  }

  static func move(_ slot: Int, to new: UInt32, _ hash: UInt32, in node: inout TrieNode, shift: UInt32) {
    TrieNode.makeUnique(&node)
    let index = shift < hashBits ? node.place(of: hash, shift).index : node.listed { $0 == slot }?.index
    guard let index else { return }
    let entry = node.pointer(index)
    guard case .node(var child) = entry.move() else { return entry.initialize(to: .row(hash: hash, slot: new)) }
    move(slot, to: new, hash, in: &child, shift: shift + bitsPerLevel)
    entry.initialize(to: .node(child))
  }

  static func insert(_ row: TrieEntry, _ hash: UInt32, into node: inout TrieNode, shift: UInt32) {
    guard shift < hashBits else { return TrieNode.open(&node, at: node.taken.count, bit: 0, row) }
    let (bit, index) = node.place(of: hash, shift)
    guard node.taken.bitmap & bit != 0 else { return TrieNode.open(&node, at: index, bit: bit, row) }
    TrieNode.makeUnique(&node)
    let entry = node.pointer(index)
    // The child is moved out while it changes, so that it has no second reference and is changed in place.
    var child: TrieNode
    switch entry.move() {
    case .node(let existing): child = existing
    case .row(let otherHash, let otherSlot):
      child = TrieNode.make(capacity: 2)
      insert(.row(hash: otherHash, slot: otherSlot), otherHash, into: &child, shift: shift + bitsPerLevel)
    }
    insert(row, hash, into: &child, shift: shift + bitsPerLevel)
    entry.initialize(to: .node(child))
  }

  static func remove(_ slot: Int, _ hash: UInt32, from node: inout TrieNode, shift: UInt32) {
    guard shift < hashBits else {
      if let (index, _) = node.listed(where: { $0 == slot }) { TrieNode.close(&node, at: index, bit: 0) }
      return
    }
    let (bit, index) = node.place(of: hash, shift)
    guard case .node = node.pointer(index).pointee else {
      return TrieNode.close(&node, at: index, bit: bit)
    }
    TrieNode.makeUnique(&node)
    let entry = node.pointer(index)
    guard case .node(var child) = entry.move() else { return }
    remove(slot, hash, from: &child, shift: shift + bitsPerLevel)
    if child.taken.count == 1, case .row = child.pointer(0).pointee {
      entry.initialize(to: child.pointer(0).pointee)
    } else {
      entry.initialize(to: .node(child))
    }
  }

  /// Returns the hash of an id. Integers are mixed with secrets of this process, which is much cheaper than `Hasher`;
  /// the type checks are removed when the code is specialized. The order of hashes is not observable.
  @inlinable static func hash<ID: Hashable>(_ id: ID) -> UInt32 {
    if ID.self == Int.self || ID.self == UInt.self {
      return IntegerMixer.ofProcess.mix(UInt64(unsafeBitCast(id, to: UInt.self)))
    } else if ID.self == Int64.self || ID.self == UInt64.self {
      return IntegerMixer.ofProcess.mix(unsafeBitCast(id, to: UInt64.self))
    } else if ID.self == Int32.self || ID.self == UInt32.self {
      return IntegerMixer.ofProcess.mix(UInt64(unsafeBitCast(id, to: UInt32.self)))
    }
    return UInt32(truncatingIfNeeded: id.hashValue)
  }
}

/// Hashes integers differently in each process, so that a sender of ids can't choose ids with equal hashes.
@usableFromInline struct IntegerMixer: Sendable {
  /// Two secret numbers, the second of which is odd.
  @usableFromInline let offset: UInt64
  @usableFromInline let factor: UInt64

  init(seed: (UInt64, UInt64)) {
    offset = seed.0
    factor = seed.1 | 1
  }

  /// The mixer of this process. Its secrets are derived from the seed of `Hasher`, which the system chooses for each
  /// process.
  @usableFromInline static let ofProcess = IntegerMixer(seed: (secret(0), secret(1)))

  static func secret(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// Returns the hash of an integer. Both halves of the first product depend on the secrets. The second product, by a
  /// public number, spreads the difference over the low bits, which the trie uses first.
  @inlinable func mix(_ integer: UInt64) -> UInt32 {
    let product = (integer ^ offset).multipliedFullWidth(by: factor)
    let folded = (product.high ^ product.low).multipliedFullWidth(by: 0xBF58_476D_1CE4_E5B9)
    return UInt32(truncatingIfNeeded: folded.high ^ folded.low)
  }
}
