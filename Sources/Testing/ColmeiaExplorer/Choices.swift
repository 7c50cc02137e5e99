import ColmeiaJSON

/// The random choices that determine a generated action.
///
/// The numbers come from the seed or, when a program is replayed or shrunk, from its recording. Shrinking lowers the
/// numbers, so make the simplest alternative the first: 0, an empty string, the first element.
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
  /// The bounds of the scripted numbers, which `successor` needs to enumerate all choices.
  @usableFromInline var bounds: [Int] = []

  @inlinable init(seed: UInt64, isRecorded: Bool) {
    source = isRecorded ? .recording : .random
    random = SplitMix64(seed: seed, stream: .generators)
  }

  /// Resets the choices for a new program.
  @inlinable mutating func begin(seed: UInt64, isRecorded: Bool) {
    source = isRecorded ? .recording : .random
    random = SplitMix64(seed: seed, stream: .generators)
    begin()
  }

  /// Returns a number from 0 to `bound` - 1, or 0 if there is no such number.
  ///
  /// - Parameter bound: The exclusive upper bound, up to 2³².
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

  /// Returns one of the elements, or `nil` if the collection is empty. The first element is the simplest choice.
  @inlinable public mutating func pick<Elements: RandomAccessCollection>(
    from elements: Elements
  ) -> Elements.Element? {
    if elements.isEmpty { return nil }
    return elements[elements.index(elements.startIndex, offsetBy: number(below: elements.count))]
  }

  /// Returns a number in the range. Its lower bound is the simplest choice.
  @inlinable public mutating func number(in range: ClosedRange<Int>) -> Int {
    let width = UInt(bitPattern: range.upperBound &- range.lowerBound)
    let largest = UInt(UInt32.max)
    if width < largest { return range.lowerBound &+ number(below: Int(width) + 1) }
    // One choice has at most 32 bits, so this takes two. The few numbers beyond the range become its upper bound.
    let high = UInt(number(below: Int(width >> 32) + 1)) << 32
    let offset = min(high | UInt(number(below: Int(largest) + 1)), width)
    return range.lowerBound &+ Int(bitPattern: offset)
  }

  /// The numbers that were drawn for the current action.
  @inlinable var drawn: [Int] { Array(values.prefix(position)) }

  /// Begins another action. Only a scripted source has numbers for it.
  @inlinable mutating func begin(_ script: [Int] = []) {
    if !values.isEmpty || !script.isEmpty { values = script }
    position = 0
    if !bounds.isEmpty { bounds.removeAll(keepingCapacity: true) }
  }

  /// The script of the next combination of choices in lexicographic order, or `nil` after the last one.
  @inlinable var successor: [Int]? {
    for index in (0..<position).reversed() where values[index] + 1 < bounds[index] {
      return values[..<index] + [values[index] + 1]
    }
    return nil
  }

  /// Returns the next number of the script: 0 if the script has ended, or the largest possible number if the scripted
  /// one is too large.
  @inlinable mutating func scripted(below bound: Int) -> Int {
    let value = position < values.count ? max(0, min(values[position], bound - 1)) : 0
    if position < values.count { values[position] = value } else { values.append(value) }
    position += 1
    bounds.append(bound)
    return value
  }
}
