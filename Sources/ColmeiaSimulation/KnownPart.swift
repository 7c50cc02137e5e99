import ColmeiaMemory

/// A cache of reflection results for one part of the state, keyed by the bytes of the part. If a part has the same
/// bytes as a retained value, it is the same value, including everything that it references.
struct KnownPart {
  private struct Entry {
    /// The value, which retains everything that its bytes reference.
    let value: Any
    let bytes: [UInt8]
    let numbers: [UInt64]
  }

  private struct Numbers: Shape.Sink {
    var all: [UInt64] = []
    mutating func mix(_ value: UInt64) { all.append(value) }
  }

  let size: Int
  let depth: Int
  let load: (UnsafeRawPointer) -> Any
  private var entries: [Entry?] = Array(repeating: nil, count: 64)

  init(size: Int, depth: Int, _ load: @escaping (UnsafeRawPointer) -> Any) {
    self.size = size
    self.depth = depth
    self.load = load
  }

  /// Returns the numbers that the part contributes to the shape.
  mutating func numbers(at part: UnsafeRawPointer) -> [UInt64] {
    let bytes = UnsafeRawBufferPointer(start: part, count: size)
    let first = Int(hash(of: bytes) >> 58)
    var place = first
    for next in first..<first + 4 {
      place = next % entries.count
      guard let entry = entries[place] else { break }
      if isSame(entry, part) { return entry.numbers }
      place = first
    }
    let value = load(part)
    var numbers = Numbers()
    Shape.add(value, depth: depth, &numbers)
    entries[place] = Entry(value: value, bytes: Array(bytes), numbers: numbers.all)
    return numbers.all
  }

  private func isSame(_ entry: Entry, _ part: UnsafeRawPointer) -> Bool {
    entry.bytes.withUnsafeBytes { known in known.baseAddress.map { hasSameBytes($0, part, size) } ?? true }
  }
}
