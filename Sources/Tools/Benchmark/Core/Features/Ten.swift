/// Ten parts of the same kind.
struct Ten<Part> {
  var a, b, c, d, e, f, g, h, i, j: Part
  init(_ part: Part) { (a, b, c, d, e, f, g, h, i, j) = (part, part, part, part, part, part, part, part, part, part) }
  static var paths: [KeyPath<Self, Part>] { [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j] }
}

extension Ten: Sendable where Part: Sendable {}
extension Ten: Equatable where Part: Equatable {}

/// Returns a string that is too long for inline storage and isn't a constant, so that copying it updates reference
/// counts.
func longText(_ number: Int) -> String { "Cachorros de São Paulo ganham o parque número \(number)" }
