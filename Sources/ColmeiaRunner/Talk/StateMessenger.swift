import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaSync

/// The state and the screen that a front end knows. The type isn't generic, because each use of a generic type would look
/// up its metadata.
private struct Shown: Sendable {
  let state = StateParts()
  /// The app makes its screens anew, so that their rows have other bytes even if they are equal.
  let screen = StateParts(.values)
  var isStateKnown = false
  var isScreenKnown = false
  var sequence = 0

  var stateMessage: String { message(#"{"state":"#, sequence) { $0.append(state.whole) } }
  var screenMessage: String { message(#"{"screen":"#) { $0.append(screen.whole) } }

  func statePatch(_ differences: [JSONDifference]) -> String {
    message(#"{"patch":"#, sequence) { JSONPatch.append(differences, to: &$0) }
  }

  func screenPatch(_ differences: [JSONDifference]) -> String {
    message(#"{"screenPatch":"#) { JSONPatch.append(differences, to: &$0) }
  }

  private func message(
    _ beginning: StaticString, _ sequence: Int? = nil, _ content: (inout JSONText) -> Void
  ) -> String {
    var text = JSONText()
    text.append(piece: beginning)
    content(&text)
    if let sequence {
      text.append(piece: #","sequence":"#)
      text.append(sequence)
    }
    text.append(piece: "}")
    return text.text
  }
}

/// Sends an app's changes to a front end, as messages that update the front end's copy of the state.
package final class StateMessenger: Sendable {
  /// The maximum number of changes of the screen that are sent as a patch. More of them, as when the user goes to another
  /// screen, are sent as the whole screen.
  private static let longestScreenPatch = 64

  /// The names of the effects that the front end carries out itself.
  let claims: [String]
  /// Masks secrets in all messages except claimed effects.
  let masker: SharedMasker
  let carrier: any TalkCarrier
  /// The language of the front end's screens, or `nil` for the app's default.
  let language: String?
  /// The lock is held while news is sent, so that states are sent in order.
  private let shown = Guarded(Shown())

  /// - Parameters:
  ///   - claims: The names of the effects that the front end carries out itself.
  ///   - language: The language of its screens, or `nil` for the app's default.
  package init(
    claims: [String] = [], language: String? = nil, _ masker: SharedMasker, _ carrier: any TalkCarrier
  ) {
    self.masker = masker
    self.carrier = carrier
    self.language = language
    self.claims = claims
  }

  /// Sends a message that is independent of the state.
  package func send(_ message: JSON) { put(masker(message).text(), .needed) }

  /// Sends a notice that an effect begins.
  func send(effect: JSON) {
    let message = masker(["effect": effect]).text()
    shown.withLock { _ in put(message) }
  }

  /// Reports an error in a message of the front end.
  package func reportError(_ message: String, number: Int) {
    send(["error": ["message": .string(message), "line": .number(JSONNumber(number))]])
  }

  /// Sends the changes of the state and the screen.
  func send(_ state: some Encodable, _ screen: (_ language: String?) -> (any Encodable)?) {
    shown.withLock { show(state, screen, &$0) }
  }

  private func show(_ state: some Encodable, _ screen: (String?) -> (any Encodable)?, _ shown: inout Shown) {
    let snapshot = masker.snapshot
    guard let news = shown.state.update(state, snapshot) else { return }
    if !shown.isStateKnown {
      shown.isStateKnown = true
      put(shown.stateMessage)
    } else if !news.differences.isEmpty {
      shown.sequence += 1
      put(shown.statePatch(news.differences))
    }
    // The screen depends only on the state.
    guard news.isWritten, let screen = screen(language) else { return }
    guard let changes = shown.screen.update(screen, snapshot)?.differences else { return }
    if !shown.isScreenKnown {
      shown.isScreenKnown = true
      put(shown.screenMessage)
    } else if !changes.isEmpty {
      put(changes.count <= Self.longestScreenPatch ? shown.screenPatch(changes) : shown.screenMessage)
    }
  }

  /// Sends a message whose secrets are already masked.
  private func put(_ message: String, _ kind: TalkKind = .news) {
    if kind == .news, !carrier.takesNews() { return }
    carrier.put(message, kind)
  }

  /// Sends the whole state and screen, because changes were dropped for lack of room.
  package func catchUp() {
    shown.withLock { shown in
      guard shown.isStateKnown else { return }
      put(shown.stateMessage, .whole)
      if shown.isScreenKnown { put(shown.screenMessage, .needed) }
    }
  }
}
