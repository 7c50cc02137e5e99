/// The nodes of a tape, in memory of their own. An array in a class would check for unique ownership at each access,
/// which takes longer than reading a node.
final class TapeNodes {
  private(set) var count = 0
  private var capacity: Int
  private var start: UnsafeMutablePointer<Tape.Node>

  init(capacity: Int) {
    self.capacity = max(capacity, 4)
    start = .allocate(capacity: self.capacity)
  }

  // Nodes are trivial, so they need no deinitialization.
  deinit { start.deallocate() }

  subscript(_ index: Int) -> Tape.Node {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "node index out of range")
      return start[index]
    }
    @inline(__always) _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "node index out of range")
      yield &start[index]
    }
  }

  /// - Complexity: O(1) on average.
  @inline(__always) func append(_ node: Tape.Node) {
    if count == capacity { grow() }
    (start + count).initialize(to: node)
    count += 1
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Tape.Node>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    (start, capacity) = (larger, 2 * capacity)
  }
}
