import ColmeiaNumbers

/// The random numbers that a generated action is made from.
///
/// They come from the seed, or, when a program is repeated or shrunk, from what was recorded. Shrinking
/// lowers them, so let the least surprising alternative be the first: 0, an empty text, the first element.
public struct Choices: Sendable {
  @usableFromInline enum Source: Sendable {
    case random
    case recording
    case script
  }

  @usableFromInline var source: Source
  @usableFromInline var random: SplitMix64
  @usableFromInline var values: [Int] = []
  @usableFromInline var position = 0
  /// The bounds of the scripted numbers, kept for those who try all.
  @usableFromInline var bounds: [Int] = []

  @inlinable init(seed: UInt64, isRecorded: Bool) {
    source = isRecorded ? .recording : .random
    random = SplitMix64(seed: seed, stream: .generators)
  }

  /// Begins a program.
  @inlinable mutating func begin(seed: UInt64, isRecorded: Bool) {
    source = isRecorded ? .recording : .random
    random = SplitMix64(seed: seed, stream: .generators)
    begin()
  }

  /// A number from 0 to `bound` - 1; 0 when there is no such number.
  ///
  /// - Parameter bound: up to 2³².
  @inlinable public mutating func number(below bound: Int) -> Int {
    if bound < 2 { return 0 }
    switch source {
    case .random: return random.below(bound)
    case .recording:
      let value = random.below(bound)
      values.append(value)
      position += 1
      return value
    case .script: return scripted(below: bound)
    }
  }

  /// One of the elements; `nil` when there is none.
  @inlinable public mutating func pick<Elements: RandomAccessCollection>(
    from elements: Elements
  ) -> Elements.Element? {
    if elements.isEmpty { return nil }
    return elements[elements.index(elements.startIndex, offsetBy: number(below: elements.count))]
  }

  /// A number of the range; its lower bound is the least surprising one.
  @inlinable public mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + number(below: range.count)
  }

  /// Yes or no; no is the less surprising one.
  @inlinable public mutating func flip() -> Bool { number(below: 2) == 1 }

  /// What has been drawn for the action at hand.
  @inlinable var drawn: [Int] { Array(values.prefix(position)) }

  /// Begins another action; only a script has numbers for it.
  @inlinable mutating func begin(_ script: [Int] = []) {
    if !values.isEmpty || !script.isEmpty { values = script }
    position = 0
    if !bounds.isEmpty { bounds.removeAll(keepingCapacity: true) }
  }

  /// The script that makes the next of all possible choices; `nil` behind the last.
  @inlinable var successor: [Int]? {
    for place in (0..<position).reversed() where values[place] + 1 < bounds[place] {
      return values[..<place] + [values[place] + 1]
    }
    return nil
  }

  /// What is not in the script is 0, what is too large is the largest.
  @inlinable mutating func scripted(below bound: Int) -> Int {
    let value = position < values.count ? max(0, min(values[position], bound - 1)) : 0
    if position < values.count { values[position] = value } else { values.append(value) }
    position += 1
    bounds.append(bound)
    return value
  }
}
