/// The outline of a state: which case, nil or not, empty, one or many, how large about. States of one shape are as a rule
/// handled by the same lines of a reducer, so a new shape is a place from which to go on.
///
/// Read by reflection, so only now and then.
enum Shape {
  static func of(_ state: Any) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    add(state, depth: 0, &hash)
    return hash
  }

  /// Fowler, Noll and Vo's FNV-1a (RFC 9923), a word at a time: the same in every process.
  static func mix(_ value: UInt64, _ hash: inout UInt64) { hash = (hash ^ value) &* 0x0000_0100_0000_01B3 }

  static func mix(_ text: String, _ hash: inout UInt64) { for byte in text.utf8 { mix(UInt64(byte), &hash) } }

  /// 0, 1, 2, 3, 4–7, 8–15, and so on, and their negatives.
  static func size(_ number: Int) -> UInt64 {
    let width = UInt64(Int.bitWidth - number.magnitude.leadingZeroBitCount)
    let small = number.magnitude < 4 ? UInt64(number.magnitude) : width + 1
    return number < 0 ? small | 128 : small
  }

  private static func add(_ value: Any, depth: Int, _ hash: inout UInt64) {
    switch value {
    case let number as Int: return mix(size(number), &hash)
    case let flag as Bool: return mix(flag ? 1 : 2, &hash)
    case let text as String: return mix(text.isEmpty ? 1 : 2, &hash)
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary: return mix(size(mirror.children.count), &hash)
    case .enum where mirror.children.isEmpty: return mix("\(value)", &hash)
    default: break
    }
    if depth == 4 { return }
    mix(UInt64(mirror.children.count), &hash)
    for child in mirror.children.prefix(32) {
      if mirror.displayStyle == .enum { mix(child.label ?? "", &hash) }
      add(child.value, depth: depth + 1, &hash)
    }
  }
}
