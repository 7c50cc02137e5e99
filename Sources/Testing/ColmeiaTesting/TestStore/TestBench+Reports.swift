import Colmeia

extension TestBench {
  /// Reports everything in which a step differed from the expectation, as one failure with several sections.
  mutating func fail(_ sections: [String?], of input: TestInput<R>, _ site: CallSite) {
    let found = sections.compactMap { $0 } + takeProblems()
    if found.isEmpty { return }
    fail((found + [ambiguity(of: input)].compactMap { $0 }).joined(separator: "\n\n"), site)
  }

  mutating func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  /// Returns a note that a failed step may have meant another of several equal effects, or `nil`.
  private func ambiguity(of input: TestInput<R>) -> String? {
    guard let (effect, index) = input.effect else { return nil }
    let equal = running.all.filter { $0.effect == effect && $0.id.number <= newest }
    let count = equal.count + (input.endsEffect ? 1 : 0)
    if count < 2 { return nil }
    return """
      Note: \(count) effects equal to \(TestText.short(effect)) were running. The step uses at: \(index); \
      at: 0 is the oldest, at: \(count - 1) the newest.
      """
  }

  @usableFromInline mutating func refuse(_ input: TestInput<R>, _ site: CallSite) -> Bool {
    fail("\(input.text): the duration is negative. The clock was not moved.", site)
    return false
  }

  /// Reports that the step names an effect that isn't running. Later steps would fail for the same reason, so they are
  /// skipped.
  @usableFromInline mutating func lose(_ input: TestInput<R>, _ site: CallSite) -> Bool {
    isLost = true
    guard let (effect, index) = input.effect else { return false }
    let name = TestText.short(effect)
    let equal = running.all.filter { $0.effect == effect }.count
    let reason: String
    if index < 0 {
      reason = "at: counts from 0, the oldest."
    } else if equal > 0 {
      reason =
        "\(equal) \(equal == 1 ? "effect equal to it is" : "effects equal to it are") running; at: counts from 0."
    } else if let start = machine.waitingStarts.first(where: { $0.effect == effect }) {
      reason = "It has not started yet.\n\n\(advice(for: start))"
    } else {
      reason = listOfRunning(nearestTo: effect)
    }
    fail(
      """
      \(input.text): \(name) is not running\(equal > 0 || index < 0 ? " at that index" : ""). \(reason)

      The step was skipped, and the rest of this test is not checked.
      """, site)
    return false
  }

  private func advice(for start: WaitingStart<R.Effect>) -> String {
    guard let wait = wait(of: start) else {
      return "It is queued. First finish the running effect with its id."
    }
    return "First write: store.advance(by: \(TestText.code(wait)), effects: \(TestText.list([start.effect])))"
  }

  /// Returns the time until a scheduled effect starts, or `nil` for a queued one.
  private func wait(of start: WaitingStart<R.Effect>) -> Duration? {
    start.timer.flatMap { timers.deadline(of: $0) }.map { $0 - now }
  }

  private func listOfRunning(nearestTo effect: R.Effect) -> String {
    let entries = TestText.nearest(running.all, to: effect) { $0.effect }
    if entries.isEmpty { return "No effect is running." }
    return "Running, nearest first:\n\n" + lines(entries).joined(separator: "\n")
  }

  private func lines(_ entries: [RunningEffects<R.Effect>.Entry]) -> [String] {
    let longLived = Set(machine.ongoing.filter(\.isLongLived).map(\.number))
    return TestText.bounded(entries) { entry in
      let kind = longLived.contains(entry.id.number) ? " (long-lived)" : ""
      return "  \(TestText.line(entry.effect)), since line \(entry.line)\(kind)"
    }
  }
}

extension TestBench {
  private func lines(_ starts: [WaitingStart<R.Effect>]) -> [String] {
    TestText.bounded(starts) { start in
      let time = wait(of: start).map { "for \(TestText.code($0))" } ?? "for the running effect with its id"
      return "  \(TestText.line(start.effect)), \(time)"
    }
  }

  /// Returns how long those of the effects wait that an earlier step has scheduled or queued; `nil` if there are none.
  func waits(of effects: [R.Effect]) -> String? {
    let starts = machine.waitingStarts.filter { effects.contains($0.effect) && !changes.waiting.contains($0.effect) }
    return starts.isEmpty ? nil : "Still waiting to start:\n\n" + lines(starts).joined(separator: "\n")
  }

  /// Returns a description of the effects that still run or wait, except those in `leaving`; `nil` if there are none.
  func leftovers(leaving: [R.Effect]) -> String? {
    let (entries, starts) = (running.all, machine.waitingStarts)
    let effects = entries.map(\.effect) + starts.map(\.effect)
    var left = leaving
    func isLeft(_ effect: R.Effect) -> Bool {
      guard let index = left.firstIndex(of: effect) else { return false }
      left.remove(at: index)
      return true
    }
    let runningLines = lines(entries.filter { !isLeft($0.effect) })
    let waitingLines = lines(starts.filter { !isLeft($0.effect) })
    var sections: [String] = []
    if !runningLines.isEmpty { sections.append("Still running:\n\n" + runningLines.joined(separator: "\n")) }
    if !waitingLines.isEmpty { sections.append("Still waiting to start:\n\n" + waitingLines.joined(separator: "\n")) }
    if !left.isEmpty {
      sections.append("Listed in leaving, but neither running nor waiting:\n\n" + TestText.lines("  ", left))
    }
    if sections.isEmpty { return nil }
    let isLeftOnPurpose =
      effects.isEmpty ? "store.finish()" : "store.finish(leaving: \(TestText.list(effects)))"
    let advice =
      runningLines.isEmpty && waitingLines.isEmpty
      ? "Write: \(isLeftOnPurpose)"
      : "End it with answer, finish or an action that cancels it, or leave it on purpose: \(isLeftOnPurpose)"
    return sections.joined(separator: "\n\n") + "\n\n" + advice
  }
}
