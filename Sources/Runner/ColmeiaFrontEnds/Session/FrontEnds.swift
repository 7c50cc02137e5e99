import ColmeiaBase
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaSecrets

/// The front ends of one app. A front end that joins receives the state and the screen, and then their changes.
///
/// A change is encoded, masked and compared once for all front ends, and once for each of their languages if it concerns
/// the screen.
package final class FrontEnds: Sendable {
  private struct Content: Sendable {
    var messengers: [Messenger]
    var state: Shown
    /// The screens, one for each language of a front end.
    var screens: [Shown]
    /// The reported reason why the state or a screen can't be encoded.
    var problem: String?

    func send(_ text: String, in screen: Shown? = nil) {
      for messenger in messengers where screen == nil || messenger.language == screen?.language {
        messenger.send(news: text)
      }
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
        messengers: [first], state: Shown(first.masker), screens: [Shown(first.language, first.masker)]))
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
      for effect in effects { content.send(MessageFromApp.effect(AppJSON(masker(effect))).text) }
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
        content.screens.append(Shown(messenger.language, masker))
      }
      update(&content, state, screen)
      content.messengers.append(messenger)
      if let problem = content.problem { Self.send(problem, messenger) }
      if content.state.isKnown { messenger.send(news: content.state.message.text) }
      for shown in content.screens where shown.language == messenger.language && shown.isKnown {
        messenger.send(news: shown.message.text)
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
      messenger.carrier.send(content.state.message.text, .whole)
      for screen in content.screens where screen.language == messenger.language && screen.isKnown {
        messenger.carrier.send(screen.message.text, .needed)
      }
    }
  }

  private func update(_ content: inout Content, _ state: some Encodable, _ screen: (String?) -> (any Encodable)?) {
    guard let news = content.state.parts.update(state) else {
      // Once the state can be encoded again, it is sent as a whole.
      content.state.isKnown = false
      return report("state", content.state.parts.problem, &content)
    }
    if let message = content.state.news(news.differences) { content.send(message.text) }
    var isEncodable = true
    for position in content.screens.indices {
      var shown: Shown { content.screens[position] }
      // The screen depends only on the state.
      guard news.isWritten || !shown.isKnown, let screen = screen(shown.language) else { continue }
      guard let changes = shown.parts.update(screen)?.differences else {
        content.screens[position].isKnown = false
        isEncodable = false
        report("screen", shown.parts.problem, &content)
        continue
      }
      if let list = shown.parts.slowList { Self.advise(list) }
      if let message = content.screens[position].news(changes) { content.send(message.text, in: shown) }
    }
    if isEncodable { content.problem = nil }
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
    messenger.send(.error(ProtocolError(.app, problem)))
  }
}

/// The state, or the screen in one language, as front ends know it.
///
/// This type isn't generic, because each use of a generic type would look up its metadata.
private struct Shown: Sendable {
  /// The maximum number of changes of the screen that are sent as a patch. More of them, as when the user goes to
  /// another screen, are sent as the whole screen.
  private static let longestScreenPatch = 64

  /// The language of a screen, or `nil` for the app's default and for the state.
  let language: String?
  let parts: StateParts
  var isKnown = false
  /// The number of changes of the state, or `nil` for a screen.
  private var sequence: Int?

  /// Creates a state.
  init(_ masker: Masker) { (language, parts, sequence) = (nil, StateParts(.bytes, masker), 0) }

  /// Creates a screen. The app makes its screens anew, so that their rows have other bytes even if they are equal.
  init(_ language: String?, _ masker: Masker) { (self.language, parts) = (language, StateParts(.values, masker)) }

  /// The whole value.
  var message: MessageFromApp {
    let whole = parts.whole
    return sequence.map { .state(value: AppJSON(whole), sequence: $0) } ?? .screen(AppJSON(whole))
  }

  /// Returns the message that front ends need after these changes, or `nil` if there are none.
  mutating func news(_ changes: [JSONDifference]) -> MessageFromApp? {
    let wasKnown = exchange(&isKnown, with: true)
    if !wasKnown { return message }
    if changes.isEmpty { return nil }
    sequence = sequence.map { $0 + 1 }
    if sequence == nil, changes.count > Self.longestScreenPatch { return message }
    let patch = changes.map(JSONChange.init)
    return sequence.map { .patch(changes: patch, sequence: $0) } ?? .screenPatch(patch)
  }
}
