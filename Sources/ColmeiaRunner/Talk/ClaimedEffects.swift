import Colmeia
import ColmeiaJSON
import ColmeiaSync

/// The effects that a front end carries out itself. Each is told with a number, under which the front end answers with
/// actions, and says the end. Numbers are never used twice, so a late answer hits no other effect.
final class ClaimedEffects<Effect: Encodable & Sendable, Action: Sendable>: Sendable {
  private struct Open {
    var send: Send<Action>
    var waiter: CheckedContinuation<Void, Never>?
  }

  private struct Content {
    var last: UInt64 = 0
    var open: [UInt64: Open] = [:]
  }

  private let names: [String]
  private let carrier: any TalkCarrier
  private let content = Guarded(Content())

  init(_ names: [String], _ carrier: any TalkCarrier) {
    self.names = names
    self.carrier = carrier
  }

  /// Whether the front end carries it out: its name, or the beginning of it, was claimed. `feed` claims `feed.load`.
  func isClaimed(_ effect: Effect) -> Bool {
    if names.isEmpty { return false }
    let name = CasePath.names(of: effect).joined(separator: ".")
    return names.contains { name == $0 || name.hasPrefix($0 + ".") }
  }

  /// Asks the front end, and comes back when it has said the end, or the effect was cancelled.
  nonisolated(nonsending) func carryOut(_ effect: Effect, _ send: Send<Action>) async {
    let number = content.withLock { content in
      content.last += 1
      content.open[content.last] = Open(send: send)
      return content.last
    }
    let json = (try? JSON(encoding: effect)) ?? .null
    carrier.put((["effect": json, "number": Self.json(number)] as JSON).text(), .request(number))
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, for: number) }
    } onCancel: {
      guard let open = close(number) else { return }
      carrier.put((["cancel": Self.json(number)] as JSON).text(), .cancellation(number))
      open.waiter?.resume()
    }
  }

  private func wait(_ waiter: CheckedContinuation<Void, Never>, for number: UInt64) {
    let isOver = content.withLock { content in
      content.open[number]?.waiter = waiter
      return content.open[number] == nil
    }
    if isOver { waiter.resume() }
  }

  private func close(_ number: UInt64) -> Open? { content.withLock { $0.open.removeValue(forKey: number) } }

  /// An action that comes of an effect. Passed over when the effect has ended, or was cancelled.
  func answer(_ number: Int, _ action: Action) throws(JSONError) {
    try check(number)
    content.withLock { $0.open[UInt64(number)]?.send }?(action)
  }

  /// The end of an effect. Passed over when it was cancelled.
  func end(_ number: Int) throws(JSONError) {
    try check(number)
    close(UInt64(number))?.waiter?.resume()
  }

  private func check(_ number: Int) throws(JSONError) {
    let last = content.withLock { $0.last }
    guard number > 0, UInt64(number) <= last else {
      throw JSONError(.invalid("there was no effect with the number \(number)"))
    }
  }

  private static func json(_ number: UInt64) -> JSON { .number(JSONNumber(Int(truncatingIfNeeded: number))) }
}

/// Leaves claimed effects to the front end, and the others to the app's handler.
struct ClaimingHandler<Effect: Encodable & Equatable & Sendable, Action: Sendable>: EffectHandler {
  let claimed: ClaimedEffects<Effect, Action>
  let others: any EffectHandler<Effect, Action>

  func work(for effect: Effect) -> Work<Action> {
    if !claimed.isClaimed(effect) { return others.work(for: effect) }
    return .async { send in await claimed.carryOut(effect, send) }
  }
}
