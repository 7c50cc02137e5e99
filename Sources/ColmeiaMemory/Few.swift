/// Zero, one or several elements, in order. Zero and one need no allocation.
@usableFromInline package enum Few<Element> {
  case none
  case one(Element)
  case many([Element])

  @inlinable package var isEmpty: Bool { if case .none = self { true } else { false } }

  @inlinable package var elements: [Element] {
    switch self {
    case .none: []
    case .one(let element): [element]
    case .many(let elements): elements
    }
  }

  /// - Complexity: Amortized O(*n*), where *n* is the number of elements in `right`.
  @inlinable package static func += (left: inout Self, right: Self) {
    if right.isEmpty { return }
    if left.isEmpty { return left = right }
    var elements = left.elements
    left = .none  // so that the array is uniquely referenced and grows in place
    switch right {
    case .none: break
    case .one(let element): elements.append(element)
    case .many(let others): elements.append(contentsOf: others)
    }
    left = .many(elements)
  }
}

extension Few: Sendable where Element: Sendable {}
extension Few: Equatable where Element: Equatable {
  /// Implemented by hand, because the synthesized implementation asks the runtime for the payload's type at each call.
  @inlinable package static func == (left: Self, right: Self) -> Bool {
    // Switches over one value at a time, because a tuple of both would copy both.
    switch left {
    case .none: return right.isEmpty
    case .one(let left): if case .one(let right) = right { return left == right }
    case .many(let left): if case .many(let right) = right { return left == right }
    }
    return false
  }
}
