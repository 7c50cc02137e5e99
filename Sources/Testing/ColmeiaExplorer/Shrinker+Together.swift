// Two steps often refer to the same thing, and the program fails only as long as they do: `edit(7)`, `delete(7)`.
extension Shrinker {
  mutating func lowerTogether() {
    var first = 0
    while first < best.count, best.count <= 24 {
      let others = first + 1..<max(first + 1, best.count)
      let hasShrunk = others.contains { lowerChoices(first, $0) || lowerActions(first, $0) }
      if !hasShrunk { first += 1 }
    }
  }

  /// Lowers equal choices of both steps to 0, to half, or by one.
  private mutating func lowerChoices(_ first: Int, _ second: Int) -> Bool {
    guard areActions(first, second) else { return false }
    let choices = [first, second].map { Set(best.steps[$0].values.dropFirst().filter { $0 > 0 }) }
    return choices[0].intersection(choices[1]).sorted().contains { value in
      Set([0, value / 2, value - 1]).sorted().contains { lower in
        var steps = best.steps
        for step in [first, second] {
          for index in steps[step].values.indices.dropFirst() where steps[step].values[index] == value {
            steps[step].values[index] = lower
          }
        }
        return attempt(Program(steps))
      }
    }
  }

  /// Moves the actions of both steps forward in the list of actions by the same distance, trying the largest distance
  /// first.
  private mutating func lowerActions(_ first: Int, _ second: Int) -> Bool {
    guard areActions(first, second) else { return false }
    let least = min(best.steps[first].values.first ?? 0, best.steps[second].values.first ?? 0)
    return (1...max(1, least)).reversed().contains { distance in
      guard distance <= least, areActions(first, second) else { return false }
      var steps = best.steps
      steps[first].values[0] -= distance
      steps[second].values[0] -= distance
      return attempt(Program(steps))
    }
  }

  private func areActions(_ first: Int, _ second: Int) -> Bool {
    [first, second].allSatisfy { $0 < best.count && best.steps[$0].kind == .action }
  }
}
