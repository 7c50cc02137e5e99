/// The occupied places of a leaf, in the order of their elements: four bits for each place, starting with the lowest
/// bits. Four set bits mark the end.
@usableFromInline struct LeafPlaces: Sequence, IteratorProtocol, Equatable {
  @usableFromInline var bits: UInt32

  @inlinable init(bits: UInt32 = .max) { self.bits = bits }

  @inlinable static func == (left: Self, right: Self) -> Bool { left.bits == right.bits }

  @inlinable mutating func next() -> Int? {
    let place = bits & 15
    guard place != 15 else { return nil }
    bits = bits &>> 4 | 0xF000_0000
    return Int(place)
  }

  @inlinable var isEmpty: Bool { bits == .max }

  @inlinable var count: Int {
    // The end is the first group whose bit 3 is set, because no place is greater than 7.
    (bits & 0x8888_8888).trailingZeroBitCount &>> 2
  }

  /// The number of elements at the beginning that are at the place of their rank.
  @inlinable var dense: Int { (bits ^ 0x7654_3210).trailingZeroBitCount &>> 2 }

  /// The place of the element with `rank` elements before it.
  @inlinable subscript(rank: Int) -> Int { Int((bits &>> UInt32(rank &* 4)) & 15) }

  /// Returns the number of elements before the element at `place`.
  @inlinable func rank(of place: Int) -> Int {
    var rank = 0
    for other in self {
      if other == place { break }
      rank &+= 1
    }
    return rank
  }

  /// The first unoccupied place, or `nil` if there is none.
  @inlinable var free: Int? {
    var taken: UInt32 = 0
    for place in self { taken |= 1 &<< UInt32(place) }
    return taken == 255 ? nil : (~taken).trailingZeroBitCount
  }

  /// Returns the places without the first `count` ones. `count` is at most eight.
  @inlinable func dropping(_ count: Int) -> LeafPlaces {
    LeafPlaces(bits: bits >> UInt32(count * 4) | ~(UInt32.max >> UInt32(count * 4)))
  }

  /// Returns only the first `count` places. `count` is at most eight.
  @inlinable func keeping(_ count: Int) -> LeafPlaces { LeafPlaces(bits: bits | UInt32.max << UInt32(count * 4)) }

  @inlinable mutating func insert(_ place: Int, at rank: Int) {
    let below: UInt32 = 1 &<< UInt32(rank &* 4) &- 1
    bits = bits & below | UInt32(place) &<< UInt32(rank &* 4) | (bits & ~below) &<< 4
  }

  @inlinable mutating func remove(_ place: Int) {
    let below: UInt32 = 1 &<< UInt32(rank(of: place) &* 4) &- 1
    bits = bits & below | (bits &>> 4) & ~below | 0xF000_0000
  }
}
