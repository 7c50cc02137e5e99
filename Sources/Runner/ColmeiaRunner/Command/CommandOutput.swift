import ColmeiaScenario
import ColmeiaSecrets
import ColmeiaWorld

/// The output of a command. Secrets that are identified by their names are masked, and terminal control characters are
/// escaped.
struct CommandOutput: Sendable {
  var output = OutputFile.standard
  var errors = OutputFile.errors

  func write(_ text: String) { output.write(TextStyle.plain.harmless(Masker()(text)) + "\n") }
  /// - Parameter style: The style of the text.
  func writeError(_ text: String, _ style: TextStyle = .plain) { errors.write(style.harmless(Masker()(text)) + "\n") }
}
