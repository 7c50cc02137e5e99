import ColmeiaDebugging

/// A summary of a state: enum cases, whether optionals are nil, whether collections are empty, and approximate sizes.
/// States of the same shape are usually handled by the same lines of a reducer, so a new shape is worth continuing
/// from.
///
/// Shapes are read by reflection, but not again for a state that is known; see ``KnownShapes``.
@usableFromInline enum Shape {
  static let start: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The maximum depth and the maximum number of children per value. Anything beyond is ignored.
  static let deepest = 4
  static let mostChildren = 32

  @usableFromInline static func of(_ state: Any) -> UInt64 {
    var hash = start
    add(state, depth: 0, &hash)
    return hash
  }

  @usableFromInline static func mixed(_ value: UInt64, into shape: UInt64) -> UInt64 {
    var hash = shape
    mix(value, &hash)
    return hash
  }

  /// Adds a word to a hash with FNV-1a (Fowler, Noll and Vo; RFC 9923), one word at a time. The result is the same in
  /// every process.
  static func mix(_ value: UInt64, _ hash: inout UInt64) { hash = (hash ^ value) &* 0x0000_0100_0000_01B3 }

  private static func mix(_ text: String, _ hash: inout UInt64) { for byte in text.utf8 { mix(UInt64(byte), &hash) } }

  /// Returns the size class of a number: 0, 1, 2, 3, 4–7, 8–15, and so on, and the same for negative numbers.
  static func size(_ number: Int) -> UInt64 {
    let width = UInt64(Int.bitWidth - number.magnitude.leadingZeroBitCount)
    let small = number.magnitude < 4 ? UInt64(number.magnitude) : width + 1
    return number < 0 ? small | 128 : small
  }

  /// Returns whether a value contributes only its number of children.
  private static func isCounted(_ mirror: Mirror) -> Bool {
    switch mirror.displayStyle {
    case .collection, .set, .dictionary: true
    default: false
    }
  }

  private static func add(_ value: Any, depth: Int, _ hash: inout UInt64) {
    let type = type(of: value)
    if type == Int.self, let number = value as? Int { return mix(size(number), &hash) }
    if type == Bool.self, let flag = value as? Bool { return mix(flag ? 1 : 2, &hash) }
    if type == String.self, let text = value as? String { return mix(text.isEmpty ? 1 : 2, &hash) }
    let mirror = Mirror(reflecting: value)
    if isCounted(mirror) { return mix(size(mirror.children.count), &hash) }
    if mirror.displayStyle == .enum, mirror.children.isEmpty { return mix(caseName(of: value), &hash) }
    if depth == deepest { return }
    mix(UInt64(mirror.children.count), &hash)
    var left = mostChildren
    for child in mirror.children where left > 0 {
      left -= 1
      if mirror.displayStyle == .enum { mix(child.label ?? "", &hash) }
      add(child.value, depth: depth + 1, &hash)
    }
  }
}
