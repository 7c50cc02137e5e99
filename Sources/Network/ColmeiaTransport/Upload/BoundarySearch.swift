/// Searches for `--` and a boundary in bytes that arrive in pieces, without backtracking (Knuth–Morris–Pratt).
struct BoundarySearch: Sendable {
  private let pattern: [UInt8]
  /// The failure function: for each match length, the length of the longest proper prefix that is also a suffix of the
  /// match.
  private let shorter: [Int]
  private var matched = 0

  init(_ boundary: String) {
    let pattern = Array("--\(boundary)".utf8)
    var shorter = [0, 0]
    for end in pattern.indices.dropFirst() {
      var length = shorter[end]
      while length > 0, pattern[length] != pattern[end] { length = shorter[length] }
      shorter.append(pattern[length] == pattern[end] ? length + 1 : 0)
    }
    self.pattern = pattern
    self.shorter = shorter
  }

  /// Starts the search in a new part.
  mutating func restart() { matched = 0 }

  /// Returns whether the pattern ends in this piece.
  ///
  /// - Complexity: O(bytes).
  mutating func find(in bytes: some Sequence<UInt8>) -> Bool {
    let found = bytes.withContiguousStorageIfAvailable { find($0) }
    return found ?? Array(bytes).withUnsafeBufferPointer { find($0) }
  }

  private mutating func find(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var matched = matched
    defer { self.matched = matched }
    return pattern.withUnsafeBufferPointer { pattern in
      var position = 0
      while position < bytes.count {
        let byte = bytes[position]
        while matched > 0, pattern[matched] != byte { matched = shorter[matched] }
        if pattern[matched] == byte { matched += 1 }
        if matched == pattern.count {
          matched = 0
          return true
        }
        position += 1
      }
      return false
    }
  }
}
