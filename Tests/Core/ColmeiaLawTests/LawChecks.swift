@testable import Colmeia

/// Checks the laws of the design after every input. The checks need no model, because they follow from what a shell can
/// observe. The comparison with the model, which comes last, covers everything that the laws leave open.
extension LawRun {
  /// Checks that the machine behaves as specified by the model: its requests with their numbers and order, the number
  /// of pending requests, its outputs, its state and its sequence number.
  func machineIsTheModel() throws(Violation) {
    guard machine.requests == model.requests else {
      throw Violation("the machine requests \(machine.requests), but the model \(model.requests)")
    }
    guard machine.pending == model.pending else {
      throw Violation("\(machine.pending) are pending, but \(model.pending) in the model")
    }
    guard machine.outputs == model.outputs else {
      throw Violation("the machine has the outputs \(machine.outputs ?? []), but the model \(model.outputs)")
    }
    guard machine.state == model.state, machine.sequence == model.sequence else {
      throw Violation("the state is \(machine.state), but \(model.state) in the model")
    }
  }

  func livenessIsTheModels() throws(Violation) {
    let live = books.owed.filter { machine.isLive($0) }.map(\.number)
    if live != model.live { throw Violation("\(live) are live, but \(model.live) in the model") }
    for timer in books.waiting where machine.isLive(timer) { throw Violation("the timer \(timer) is live") }
  }

  /// Law 1: "each gets its sequence number when it is reduced", one action at a time.
  func law1(_ before: Before) throws(Violation) {
    guard machine.sequence == before.sequence + (before.isReduced ? 1 : 0) else {
      throw Violation("law 1: the sequence went from \(before.sequence) to \(machine.sequence)")
    }
    guard machine.sequence == machine.state.count else {
      throw Violation(
        "law 1: \(machine.state.count) actions were reduced, the sequence is \(machine.sequence)")
    }
  }

  /// Law 3: "requests are issued in the order of the commands"; numbers grow with them.
  func law3() throws(Violation) {
    var greatest = books.greatest
    for request in machine.requests {
      switch request {
      case .start(let id, _), .startTimer(let id, _):
        guard id.number > greatest else { throw Violation("law 3: \(id) comes after #\(greatest)") }
        greatest = id.number
      case .cancel, .cancelTimer, .report: break
      }
    }
  }

  /// Law 4: "once its cancellation (or its scope's removal) is reduced, no action of that effect is ever
  /// reduced".
  func law4(_ before: Before) throws(Violation) {
    if !before.isReduced {
      if machine.state == before.state { return }
      throw Violation("law 4: an action was reduced that had to be discarded")
    }
    for (id, effect) in books.live {
      guard machine.isLive(id) else { throw Violation("law 4: \(id) runs, but isn't live") }
      guard LawFeature.isLongLived(effect) || LawFeature.isPresent(starterOf: effect, in: machine.state)
      else {
        throw Violation("law 4: \(id) runs effect \(effect), whose feature was removed")
      }
    }
  }

  /// Law 5: "every request that started ends exactly once: finished or cancelled; ids are never used twice".
  mutating func law5(_ before: Before) throws(Violation) {
    switch before.input {
    case .answer(let id, _): books.answered = id
    case .finish(let id): books.end(id)
    case .fire(let id): books.waiting.removeAll { $0 == id }
    default: break
    }
    for request in machine.requests {
      switch request {
      case .start(let id, let effect):
        guard id.number > books.greatest else { throw Violation("law 5: \(id) is used twice") }
        books.greatest = id.number
        books.owed.append(id)
        books.all.append(id)
        books.live.append((id, effect))
      case .startTimer(let id, _):
        guard id.number > books.greatest else { throw Violation("law 5: \(id) is used twice") }
        books.greatest = id.number
        books.waiting.append(id)
        books.all.append(id)
      case .cancel(let id):
        guard let index = books.live.firstIndex(where: { $0.id == id }) else {
          throw Violation("law 5: \(id) is cancelled, but doesn't run")
        }
        books.live.remove(at: index)
      case .cancelTimer(let id):
        guard let index = books.waiting.firstIndex(of: id) else {
          throw Violation("law 5: the timer \(id) is cancelled, but doesn't wait")
        }
        books.waiting.remove(at: index)
      case .report: break
      }
    }
    if let answered = books.answered { books.end(answered) }
    books.answered = nil
    if machine.pending < books.owed.count + books.waiting.count {
      throw Violation("law 5: an effect was lost")
    }
  }

  /// Law 7: after the end "nothing is reduced and everything is cancelled".
  func law7(_ before: Before) throws(Violation) {
    guard machine.isShutDown else { return }
    if let live = books.live.first { throw Violation("law 7: \(live.id) still runs") }
    if let timer = books.waiting.first { throw Violation("law 7: the timer \(timer) still waits") }
    if machine.state != before.state { throw Violation("law 7: the state changed") }
    if before.wasShutDown, !machine.requests.isEmpty { throw Violation("law 7: \(machine.requests)") }
  }

  /// Law 8: "exactly the effects that `longLived(in:)` names are running or done".
  mutating func law8(_ before: Before) throws(Violation) {
    if machine.isShutDown { return }
    switch before.input {
    case nil, .finish, .answer, .fire: break
    default: if !before.isReduced { return }
    }
    var wanted: [Int] = []
    for (_, effects) in LawFeature.longLived(in: machine.state) {
      var names: [String] = []
      for (name, effect) in effects where !names.contains(name) {
        names.append(name)
        wanted.append(effect)
      }
    }
    books.returned.removeAll { !wanted.contains($0) }
    let running = books.live.map(\.effect).filter(LawFeature.isLongLived)
    if books.isLimited && !model.hasRoom
      ? running.allSatisfy(wanted.contains) : (running + books.returned).sorted() == wanted.sorted()
    {
      return
    }
    throw Violation("law 8: \(wanted) are listed, but \(running) run and \(books.returned) have ended")
  }

  /// Law 9: two machines given the same inputs "give equal states, requests and traces".
  func law9() throws(Violation) {
    guard isThorough else { return }
    guard twin.requests == machine.requests, twin.pending == machine.pending,
      twin.sequence == machine.sequence,
      twin.state == machine.state
    else { throw Violation("law 9: a second machine differs") }
    for id in books.owed where twin.isLive(id) != machine.isLive(id) {
      throw Violation("law 9: \(id) is live in one of two machines")
    }
  }

  /// Checks the invariants of the table.
  func tableIsSound() throws(Violation) {
    if let broken = machine.table.brokenInvariant() { throw Violation("table: \(broken)") }
  }

  /// Law 5, at the end: once all requests have been finished, nothing is left.
  func everyRequestHasEnded() throws(Violation) {
    try tableIsSound()
    guard machine.pending == 0, books.live.isEmpty else {
      throw Violation("law 5: \(machine.pending) are pending at the end")
    }
    for id in books.all where machine.isLive(id) { throw Violation("law 5: \(id) is live at the end") }
    guard machine.table.isBlank else { throw Violation("law 5: the table keeps nodes at the end") }
  }
}

extension LawBooks {
  /// Records that the shell has sent a `finish` that it owed.
  mutating func end(_ id: RequestID) {
    owed.removeAll { $0 == id }
    guard let index = live.firstIndex(where: { $0.id == id }) else { return }
    let effect = live.remove(at: index).effect
    ended.insert(id)
    if LawFeature.isLongLived(effect) { returned.append(effect) }
  }
}
