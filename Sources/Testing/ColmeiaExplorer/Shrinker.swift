/// Makes a failing program shorter and simpler as long as it still fails.
///
/// It deletes chunks of steps (Zeller and Hildebrandt's ddmin), then pairs. It lowers each value to 0, to half, or by
/// one, and equal values together. Finally it swaps adjacent steps, preferring user actions first. Each candidate is
/// run and replaced by the program that actually happened, which removes steps without effect and those after the
/// failure.
struct Shrinker {
  /// Returns the program that actually happened if the candidate fails in the same way, otherwise `nil`.
  let fails: (Program) -> Program?
  let limit: Int
  private(set) var best: Program
  private(set) var runs = 0

  init(_ program: Program, limit: Int, fails: @escaping (Program) -> Program?) {
    best = program
    self.limit = limit
    self.fails = fails
  }

  mutating func shrink() {
    var last: Program?
    while last != best, runs < limit {
      last = best
      deleteChunks()
      deletePairs()
      lowerValues()
      lowerTogether()
      swapNeighbours()
    }
  }

  private mutating func deleteChunks() {
    var chunk = max(1, best.count / 2)
    while true {
      var end = best.count
      while end > 0 {
        let range = max(0, end - chunk)..<min(end, best.count)
        var steps = best.steps
        steps.removeSubrange(range)
        _ = attempt(Program(steps))
        end = min(range.lowerBound, best.count)
      }
      if chunk == 1 { return }
      chunk /= 2
    }
  }

  /// Deletes pairs of steps. Opening and closing steps can often be deleted only together, and some steps are needed
  /// only because two others are in the wrong order.
  private mutating func deletePairs() {
    var first = 0
    while first < best.count, best.count <= 24 {
      let hasShrunk = (0..<best.count).contains { second in
        var steps = best.steps
        steps.remove(at: first)
        if second == steps.count { return false }
        var swapped = steps
        if second > 0 { swapped.swapAt(second - 1, second) }
        steps.remove(at: second)
        return second >= first && attempt(Program(steps)) || second > 0 && attempt(Program(swapped))
      }
      if !hasShrunk { first += 1 }
    }
  }

  private mutating func lowerValues() {
    var step = 0
    while step < best.count {
      var index = 0
      while step < best.count, index < best.steps[step].values.count {
        if !lower(step, index) { index += 1 }
      }
      step += 1
    }
  }

  private mutating func lower(_ step: Int, _ index: Int) -> Bool {
    let value = best.steps[step].values[index]
    return Set([0, value / 2, value - 1]).sorted().contains { lower in
      guard lower >= 0, lower < value else { return false }
      var steps = best.steps
      steps[step].values[index] = lower
      return attempt(Program(steps))
    }
  }

  private mutating func swapNeighbours() {
    for index in best.steps.indices.dropFirst().reversed() where index < best.count {
      var steps = best.steps
      steps.swapAt(index - 1, index)
      if isSimpler(Program(steps)) { _ = attempt(Program(steps)) }
    }
  }

  mutating func attempt(_ candidate: Program) -> Bool {
    guard runs < limit else { return false }
    runs += 1
    guard let happened = fails(candidate), isSimpler(happened) else { return false }
    best = happened
    return true
  }

  /// Returns whether a program is simpler than the best one: it has fewer steps, or as many steps with earlier actions
  /// or smaller values.
  private func isSimpler(_ program: Program) -> Bool {
    if program.count != best.count { return program.count < best.count }
    let difference = zip(program.steps.map(rank), best.steps.map(rank)).first { $0 != $1 }
    return difference.map { $0.lexicographicallyPrecedes($1) } ?? false
  }

  private func rank(_ step: Program.Step) -> [Int] {
    switch step.kind {
    case .action: [0] + step.values
    case .effect: [1, step.birth.tag, step.birth.index] + step.values
    case .time: [2] + step.values
    }
  }
}
