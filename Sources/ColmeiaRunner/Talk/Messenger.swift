import ColmeiaJSON
import ColmeiaSecrets

/// Sends messages to one front end.
package final class Messenger: Sendable {
  /// The names of the effects that the front end carries out itself.
  let claims: [String]
  /// Masks secrets in all messages except claimed effects.
  let masker: SharedMasker
  let carrier: any TalkCarrier
  /// The language of the front end's screens, or `nil` for the app's default.
  let language: String?

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
  package func send(_ message: JSON) { carrier.put(masker(message).text(), .needed) }

  /// Reports an error in a message of the front end.
  package func reportError(_ message: String, number: Int) {
    send(["error": ["message": .string(message), "line": .number(JSONNumber(number))]])
  }

  /// Sends news whose secrets are already masked, if there is room.
  func put(_ news: String) { if carrier.takesNews() { carrier.put(news, .news) } }
}
