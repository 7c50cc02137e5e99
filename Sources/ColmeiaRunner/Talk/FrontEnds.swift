import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaSync

/// The front ends of one app. A front end that joins receives the state and the screen, and then their changes.
///
/// A change is encoded, masked and compared once for all front ends, and once for each of their languages if it concerns
/// the screen.
package final class FrontEnds: Sendable {
  /// The maximum number of changes of the screen that are sent as a patch. More of them, as when the user goes to another
  /// screen, are sent as the whole screen.
  private static let longestScreenPatch = 64

  private struct Content: Sendable {
    var messengers: [Messenger]
    var state: ShownState
    /// The screens, one for each language of a front end.
    var screens: [ShownScreen]
    /// The reported reason why the state or a screen can't be encoded.
    var problem: String?

    func put(_ text: String, in screen: ShownScreen? = nil) {
      for messenger in messengers where screen == nil || messenger.language == screen?.language { messenger.put(text) }
    }
  }

  /// The first front end. Only this one can claim effects.
  let first: Messenger
  private var masker: Masker { first.masker }
  /// The lock is held while messages are sent, so that a front end receives them in order, and one that joins misses
  /// none.
  private let content: Guarded<Content>

  package init(_ first: Messenger) {
    self.first = first
    content = Guarded(
      Content(
        messengers: [first], state: ShownState(first.masker), screens: [ShownScreen(first.language, first.masker)]))
  }

  /// Sends what has changed, and the effects that have started.
  ///
  /// - Parameters:
  ///   - state: The new state.
  ///   - screen: Returns the screen of this state in a language.
  func show(_ state: some Encodable, _ screen: (_ language: String?) -> (any Encodable)?, effects: [JSON]) {
    content.withLock { content in
      // Whatever happens until another front end joins is part of the state that it receives.
      if content.messengers.isEmpty { return }
      update(&content, state, screen)
      for effect in effects { content.put(masker(["effect": effect]).text()) }
    }
  }

  /// Sends a problem that the store has reported.
  func report(_ problem: String) {
    content.withLock { content in
      for messenger in content.messengers { Self.send(problem, messenger) }
    }
  }

  /// Adds a front end, which first receives the state and the screen.
  ///
  /// - Parameter current: Returns the current state and its screen in a language.
  func join<State: Encodable>(
    _ messenger: Messenger, _ current: () -> (state: State, screen: (_ language: String?) -> (any Encodable)?)
  ) {
    content.withLock { content in
      let (state, screen) = current()
      if !content.screens.contains(where: { $0.language == messenger.language }) {
        content.screens.append(ShownScreen(messenger.language, masker))
      }
      update(&content, state, screen)
      content.messengers.append(messenger)
      if let problem = content.problem { Self.send(problem, messenger) }
      if content.state.isKnown { messenger.put(content.state.message) }
      for shown in content.screens where shown.language == messenger.language && shown.isKnown {
        messenger.put(shown.message)
      }
    }
  }

  /// Removes a front end.
  func leave(_ messenger: Messenger) {
    content.withLock { content in
      content.messengers.removeAll { $0 === messenger }
      let languages = content.messengers.map(\.language)
      content.screens.removeAll { !languages.contains($0.language) }
    }
  }

  /// Sends the whole state and screen to a front end, because changes were dropped for lack of room.
  package func catchUp(_ messenger: Messenger) {
    content.withLock { content in
      guard content.state.isKnown else { return messenger.carrier.rest() }
      messenger.carrier.put(content.state.message, .whole)
      for screen in content.screens where screen.language == messenger.language && screen.isKnown {
        messenger.carrier.put(screen.message, .needed)
      }
    }
  }

  private func update(_ content: inout Content, _ state: some Encodable, _ screen: (String?) -> (any Encodable)?) {
    guard let news = content.state.parts.update(state) else {
      // Once the state can be encoded again, it is sent as a whole.
      content.state.isKnown = false
      return report("state", content.state.parts.problem, &content)
    }
    var isEncodable = true
    defer { if isEncodable { content.problem = nil } }
    if !content.state.isKnown {
      content.state.isKnown = true
      content.put(content.state.message)
    } else if !news.differences.isEmpty {
      content.state.sequence += 1
      content.put(content.state.patch(news.differences))
    }
    for place in content.screens.indices {
      var shown: ShownScreen { content.screens[place] }
      // The screen depends only on the state.
      guard news.isWritten || !shown.isKnown, let screen = screen(shown.language) else { continue }
      guard let changes = shown.parts.update(screen)?.differences else {
        content.screens[place].isKnown = false
        isEncodable = false
        report("screen", shown.parts.problem, &content)
        continue
      }
      if let list = shown.parts.slowList { Self.advise(list) }
      if !shown.isKnown {
        content.screens[place].isKnown = true
        content.put(shown.message, in: shown)
      } else if !changes.isEmpty {
        let isLong = changes.count > Self.longestScreenPatch
        content.put(isLong ? shown.message : shown.patch(changes), in: shown)
      }
    }
  }

  private static let hasAdvised = Guarded(false)

  /// Prints, once in a process, how a list of the screen becomes faster.
  private static func advise(_ list: JSONPath) {
    if hasAdvised.withLock({ exchange(&$0, with: true) }) { return }
    printToStandardError(
      "Colmeia: an action has encoded more than \(PartEquality.incomparable) elements of the screen's '\(list)' again. "
        + "Make them Equatable, so that only those that have changed are encoded.")
  }

  /// Reports that the state or a screen can't be encoded, unless that was the latest report.
  private func report(_ name: String, _ problem: String?, _ content: inout Content) {
    let message = "the \(name) can't be encoded: \(problem ?? "unknown reason")"
    if content.problem == message { return }
    content.problem = message
    content.messengers.first?.printError(message)
    for messenger in content.messengers { Self.send(message, messenger) }
  }

  private static func send(_ problem: String, _ messenger: Messenger) {
    messenger.send(["error": ["message": .string(problem)]])
  }
}

/// The state that front ends know.
///
/// This type and ``ShownScreen`` aren't generic, because each use of a generic type would look up its metadata.
private struct ShownState: Sendable {
  let parts: StateParts
  var isKnown = false
  var sequence = 0

  init(_ masker: Masker) { parts = StateParts(.bytes, masker) }

  var message: String { text(#"{"state":"#) { $0.append(parts.whole) } }
  func patch(_ differences: [JSONDifference]) -> String {
    text(#"{"patch":"#) { JSONPatch.append(differences, to: &$0) }
  }

  private func text(_ beginning: StaticString, _ content: (inout JSONText) -> Void) -> String {
    .message(beginning, content) { text in
      text.append(piece: #","sequence":"#)
      text.append(sequence)
    }
  }
}

/// The screen that front ends of one language know.
private struct ShownScreen: Sendable {
  let language: String?
  /// The app makes its screens anew, so that their rows have other bytes even if they are equal.
  let parts: StateParts
  var isKnown = false

  init(_ language: String?, _ masker: Masker) {
    self.language = language
    parts = StateParts(.values, masker)
  }

  var message: String { .message(#"{"screen":"#) { $0.append(parts.whole) } }
  func patch(_ differences: [JSONDifference]) -> String {
    .message(#"{"screenPatch":"#) { JSONPatch.append(differences, to: &$0) }
  }
}

extension String {
  /// Returns the text of a message: an object of which the beginning, the content and the rest are given.
  fileprivate static func message(
    _ beginning: StaticString, _ content: (inout JSONText) -> Void, rest: (inout JSONText) -> Void = { _ in }
  ) -> String {
    var text = JSONText()
    text.append(piece: beginning)
    content(&text)
    rest(&text)
    text.append(piece: "}")
    return text.text
  }
}
