/// Where a command tells what it has to tell, and where it complains.
struct CommandOutput: Sendable {
  var output = OutputFile.standard
  var errors = OutputFile.errors

  func tell(_ text: String) { output.write(text + "\n") }
  func complain(_ text: String) { errors.write(text + "\n") }
}
