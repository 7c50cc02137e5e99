import Colmeia
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaSync

/// Tells a front end what an app does, as messages that bring it from what it knows to what is.
package final class Teller<Root: Reducer>: Sendable where Root.State: Codable, Root.Effect: Codable {
  private struct Shown: Sendable {
    let state = StateParts()
    var isKnown = false
    var screen: JSON?
    var sequence = 0
  }

  /// The effects that the front end carries out itself.
  let claimed: ClaimedEffects<Root.Effect, Root.Action>
  /// What is a secret: all that is told goes through it, but for what the front end has claimed.
  let masker: SharedMasker
  private let carrier: any TalkCarrier
  private let tellsWholeStates: Bool
  /// In which its screens are; `nil` for the app's own.
  let language: String?
  /// Held while news are put, so that no newer state comes before an older one.
  private let shown = Guarded(Shown())

  /// - Parameters:
  ///   - claims: the names of the effects that the front end carries out.
  ///   - language: in which its screens are; the app's own, where none is given.
  ///   - tellsWholeStates: whether each change is told as the whole state, not as a patch.
  package init(
    claims: [String] = [], language: String? = nil, tellsWholeStates: Bool = false, _ masker: SharedMasker,
    _ carrier: any TalkCarrier
  ) {
    self.masker = masker
    self.carrier = carrier
    self.tellsWholeStates = tellsWholeStates
    self.language = language
    claimed = ClaimedEffects(claims, carrier)
  }

  /// Says something that has nothing to do with the state.
  package func say(_ message: JSON) { carrier.put(masker(message).text(), .needed) }

  /// Says what is wrong with a message of the front end's.
  package func complain(_ message: String, number: Int) {
    say(["error": ["message": .string(message), "line": .number(JSONNumber(number))]])
  }

  /// Tells what has become of the state.
  func tell(_ state: Root.State, _ screen: (Root.State, String?) -> JSON?) {
    shown.withLock { show(state, screen, &$0) }
  }

  /// Tells what has become of the state, and which effects begin. Called by the store's trace.
  func tell(
    _ event: TraceEvent<Root.Action, Root.Effect>, _ state: Root.State, _ screen: (Root.State, String?) -> JSON?
  ) {
    tell(state, screen)
    guard case .step(let step) = event else { return }
    for case .start(_, let effect) in step.requests where !claimed.isClaimed(effect) {
      let message = masker(["effect": (try? JSON(encoding: effect)) ?? .null])
      shown.withLock { _ in put(message) }
    }
  }

  private func show(_ state: Root.State, _ screen: (Root.State, String?) -> JSON?, _ shown: inout Shown) {
    let masker = masker.current
    guard let news = shown.state.update(state, masker) else { return }
    if !shown.isKnown {
      shown.isKnown = true
      put(["state": shown.state.whole, "sequence": 0])
    } else if !news.differences.isEmpty {
      shown.sequence += 1
      let sequence = JSON.number(JSONNumber(shown.sequence))
      put(
        tellsWholeStates
          ? ["state": shown.state.whole, "sequence": sequence]
          : ["patch": JSONPatch.of(news.differences), "sequence": sequence])
    }
    // A screen shows the state and nothing else.
    guard news.isWritten, let screen = screen(state, language).map({ masker($0) }), screen != shown.screen else {
      return
    }
    shown.screen = screen
    put(["screen": screen])
  }

  /// Puts a message that is masked already.
  private func put(_ message: JSON, _ kind: TalkKind = .news) {
    if kind == .news, !carrier.takesNews() { return }
    carrier.put(message.text(), kind)
  }

  /// Tells the whole state and screen, because there was no room for what has changed.
  package func catchUp() {
    shown.withLock { shown in
      guard shown.isKnown else { return }
      put(["state": shown.state.whole, "sequence": .number(JSONNumber(shown.sequence))], .whole)
      if let screen = shown.screen { put(["screen": screen], .needed) }
    }
  }
}
