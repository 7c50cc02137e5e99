import ColmeiaSecrets

/// Where a command tells what it has to tell, and where it complains: without what its names say is a secret, and without
/// what a terminal would obey.
struct CommandOutput: Sendable {
  var output = OutputFile.standard
  var errors = OutputFile.errors

  func tell(_ text: String) { output.write(TextStyle.plain.harmless(Masker()(text)) + "\n") }
  /// - Parameter style: that of the text, if it has one.
  func complain(_ text: String, _ style: TextStyle = .plain) { errors.write(style.harmless(Masker()(text)) + "\n") }
}
