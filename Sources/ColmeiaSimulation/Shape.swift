import ColmeiaDebugging

/// A summary of a state: enum cases, whether optionals are nil, whether collections are empty, and approximate sizes.
/// States of the same shape are usually handled by the same lines of a reducer, so a new shape is worth continuing
/// from.
///
/// Shapes are read by reflection, but only once for each state and type; see ``KnownShapes`` and ``ShapePlan``.
@usableFromInline enum Shape {
  static let start: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The maximum depth and the maximum number of children per value. Anything beyond is ignored.
  static let deepest = 4
  static let mostChildren = 32

  @usableFromInline static func of(_ state: Any) -> UInt64 {
    var hash = Hash()
    add(state, depth: 0, &hash)
    return hash.value
  }

  @usableFromInline static func mixed(_ value: UInt64, into shape: UInt64) -> UInt64 {
    var hash = shape
    mix(value, &hash)
    return hash
  }

  /// Adds a word to a hash with FNV-1a (Fowler, Noll and Vo; RFC 9923), one word at a time. The result is the same in
  /// every process.
  static func mix(_ value: UInt64, _ hash: inout UInt64) { hash = (hash ^ value) &* 0x0000_0100_0000_01B3 }

  /// Consumes the numbers that make up a shape.
  protocol Sink {
    mutating func mix(_ value: UInt64)
  }

  struct Hash: Sink {
    var value = Shape.start
    mutating func mix(_ value: UInt64) { Shape.mix(value, &self.value) }
  }

  /// Returns the size class of a number: 0, 1, 2, 3, 4–7, 8–15, and so on, and the same for negative numbers.
  static func size(_ number: Int) -> UInt64 {
    let width = UInt64(Int.bitWidth - number.magnitude.leadingZeroBitCount)
    let small = number.magnitude < 4 ? UInt64(number.magnitude) : width + 1
    return number < 0 ? small | 128 : small
  }

  /// Returns whether a value contributes only its number of children.
  static func isCounted(_ mirror: Mirror) -> Bool {
    switch mirror.displayStyle {
    case .collection, .set, .dictionary: true
    default: false
    }
  }

  static func add(_ value: Any, depth: Int, _ sink: inout some Sink) {
    let type = type(of: value)
    if type == Int.self, let number = value as? Int { return sink.mix(number) }
    if type == Bool.self, let flag = value as? Bool { return sink.mix(flag) }
    if type == String.self, let text = value as? String { return sink.mix(isEmpty: text.isEmpty) }
    let mirror = Mirror(reflecting: value)
    if isCounted(mirror) { return sink.mix(mirror.children.count) }
    if mirror.displayStyle == .enum, mirror.children.isEmpty { return sink.mix(caseName(of: value)) }
    if depth == deepest { return }
    sink.mix(UInt64(mirror.children.count))
    var left = mostChildren
    for child in mirror.children where left > 0 {
      left -= 1
      if mirror.displayStyle == .enum { sink.mix(child.label ?? "") }
      add(child.value, depth: depth + 1, &sink)
    }
  }
}

extension Shape.Sink {
  mutating func mix(_ text: String) { for byte in text.utf8 { mix(UInt64(byte)) } }
  mutating func mix(_ number: Int) { mix(Shape.size(number)) }
  mutating func mix(_ flag: Bool) { mix(flag ? UInt64(1) : 2) }
  mutating func mix(isEmpty: Bool) { mix(isEmpty ? UInt64(1) : 2) }
}
