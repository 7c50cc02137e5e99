import ColmeiaBase
import ColmeiaJSON
import ColmeiaSecrets

/// Sends messages to one front end.
package final class Messenger: Sendable {
  /// The names of the effects that the front end performs itself.
  let claims: [String]
  /// Masks secrets in messages about the app, except claimed effects. A secret is the value of a member with the name of
  /// one, or was given on the command line. Nothing that a person has typed is a secret elsewhere; otherwise, whoever
  /// types "Events" as a password would hide that word from everybody.
  let masker: Masker
  /// Also masks secrets that names within texts identify.
  private let textMasker: Masker
  let carrier: any MessageCarrier
  /// The language of the front end's screens, or `nil` for the app's default.
  let language: String?

  /// - Parameters:
  ///   - claims: The names of the effects that the front end performs itself.
  ///   - language: The language of its screens, or `nil` for the app's default.
  package init(
    claims: [String] = [], language: String? = nil, _ masker: Masker, _ carrier: any MessageCarrier
  ) {
    self.masker = masker.ignoringTexts
    textMasker = masker
    self.carrier = carrier
    self.language = language
    self.claims = claims
  }

  /// Prints a message to standard error, for whoever runs the program.
  func printError(_ message: String) { printToStandardError("Colmeia: \(textMasker(message))") }

  /// Sends a message that is independent of the state.
  package func send(_ message: MessageFromApp) { carrier.send(textMasker(message.json).text(), .needed) }

  /// Sends news whose secrets are already masked, if there is room.
  func send(news text: String) { if carrier.takesNews() { carrier.send(text, .news) } }
}
