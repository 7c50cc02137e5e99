import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaSync

/// What a front end was told last. It has no type parameters: each use of a type that has some asks for it anew.
private struct Shown: Sendable {
  let state = StateParts()
  var isKnown = false
  var screen: JSON?
  var sequence = 0

  var stateMessage: String { message(#"{"state":"#) { $0.append(state.whole) } }

  func patchMessage(_ differences: [JSONDifference]) -> String {
    message(#"{"patch":"#) { JSONPatch.append(differences, to: &$0) }
  }

  private func message(_ beginning: StaticString, _ content: (inout JSONText) -> Void) -> String {
    var text = JSONText()
    text.append(piece: beginning)
    content(&text)
    text.append(piece: #","sequence":"#)
    text.append(sequence)
    text.append(piece: "}")
    return text.text
  }
}

/// Tells a front end what an app does, as messages that bring it from what it knows to what is.
package final class Teller: Sendable {
  /// The names of the effects that the front end carries out itself.
  let claims: [String]
  /// What is a secret: all that is told goes through it, but for what the front end has claimed.
  let masker: SharedMasker
  let carrier: any TalkCarrier
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
    self.claims = claims
  }

  /// Says something that has nothing to do with the state.
  package func say(_ message: JSON) { put(masker(message).text(), .needed) }

  /// Tells that an effect begins.
  func tell(effect: JSON) {
    let message = masker(["effect": effect]).text()
    shown.withLock { _ in put(message) }
  }

  /// Says what is wrong with a message of the front end's.
  package func complain(_ message: String, number: Int) {
    say(["error": ["message": .string(message), "line": .number(JSONNumber(number))]])
  }

  /// Tells what has become of the state.
  func tell(_ state: some Encodable, _ screen: (_ language: String?) -> JSON?) {
    shown.withLock { show(state, screen, &$0) }
  }

  private func show(_ state: some Encodable, _ screen: (String?) -> JSON?, _ shown: inout Shown) {
    let snapshot = masker.snapshot
    guard let news = shown.state.update(state, snapshot) else { return }
    if !shown.isKnown {
      shown.isKnown = true
      put(shown.stateMessage)
    } else if !news.differences.isEmpty {
      shown.sequence += 1
      put(tellsWholeStates ? shown.stateMessage : shown.patchMessage(news.differences))
    }
    // A screen shows the state and nothing else.
    guard news.isWritten, let screen = screen(language).map({ snapshot.masker($0) }), screen != shown.screen else {
      return
    }
    shown.screen = screen
    put(Self.message(screen))
  }

  /// Puts a message that is masked already.
  private func put(_ message: String, _ kind: TalkKind = .news) {
    if kind == .news, !carrier.takesNews() { return }
    carrier.put(message, kind)
  }

  private static func message(_ screen: JSON) -> String { (["screen": screen] as JSON).text() }

  /// Tells the whole state and screen, because there was no room for what has changed.
  package func catchUp() {
    shown.withLock { shown in
      guard shown.isKnown else { return }
      put(shown.stateMessage, .whole)
      if let screen = shown.screen { put(Self.message(screen), .needed) }
    }
  }
}
