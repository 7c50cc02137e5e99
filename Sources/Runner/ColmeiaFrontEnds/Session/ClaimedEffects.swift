import Colmeia
import ColmeiaBase
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaWorld

/// The effects that a front end performs itself. Each is sent with a number, to which the front end refers when it
/// answers with actions and reports the end. Numbers are never reused, so a late answer can't be mistaken for that of
/// another effect.
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
  private let carrier: any MessageCarrier
  private let content = Guarded(Content())

  init(_ names: [String], _ carrier: any MessageCarrier) {
    self.names = names
    self.carrier = carrier
  }

  /// Whether the front end has claimed the effect by its name or a prefix of it: `feed` claims `feed.load`.
  func isClaimed(_ effect: Effect) -> Bool {
    if names.isEmpty { return false }
    let effect = CaseText(effect)
    return names.contains(where: effect.isNamed)
  }

  /// Sends the effect to the front end, and returns when the front end reports its end, or when the effect is
  /// cancelled. An effect that can't be encoded ends with an error message.
  nonisolated(nonsending) func carryOut(_ effect: Effect, _ send: Send<Action>) async {
    let json: JSON
    do throws(JSONError) { json = try JSON(encoding: effect, userInfo: Secret.revealing) } catch {
      let error = ProtocolError(.app, "the effect '\(CaseText(effect).text)' can't be encoded: \(error)")
      return carrier.send(MessageFromApp.error(error).text, .needed)
    }
    let number = content.withLock { content in
      content.last += 1
      content.open[content.last] = Open(send: send)
      return content.last
    }
    carrier.send(MessageFromApp.perform(effect: AppJSON(json), number: number).text, .request(number))
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, for: number) }
    } onCancel: {
      guard let open = close(number) else { return }
      carrier.send(MessageFromApp.cancel(number).text, .cancellation(number))
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

  /// Sends an action that results from an effect. Does nothing if the effect has ended or was cancelled.
  func answer(_ number: UInt64, _ action: Action) throws(ProtocolError) {
    try check(number)
    content.withLock { $0.open[number]?.send }?(action)
  }

  /// Ends an effect. Does nothing if it was cancelled.
  func end(_ number: UInt64) throws(ProtocolError) {
    try check(number)
    close(number)?.waiter?.resume()
  }

  private func check(_ number: UInt64) throws(ProtocolError) {
    let last = content.withLock { $0.last }
    guard number > 0, number <= last else {
      throw ProtocolError(.invalidMessage, "no effect has the number \(number)")
    }
  }
}

/// Passes claimed effects to the front end, and all others to the app's handler.
struct ClaimingHandler<Effect: Encodable & Equatable & Sendable, Action: Sendable>: EffectHandler {
  let claimed: ClaimedEffects<Effect, Action>
  let others: any EffectHandler<Effect, Action>

  func work(for effect: Effect) -> Work<Action> {
    if !claimed.isClaimed(effect) { return others.work(for: effect) }
    return .async { send in await claimed.carryOut(effect, send) }
  }
}
