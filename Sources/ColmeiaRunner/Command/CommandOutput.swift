import ColmeiaSecrets

/// Where a command tells what it has to tell, and where it complains: without what its names say is a secret.
struct CommandOutput: Sendable {
  var output = OutputFile.standard
  var errors = OutputFile.errors

  func tell(_ text: String) { output.write(Masker()(text) + "\n") }
  func complain(_ text: String) { errors.write(Masker()(text) + "\n") }
}
