import Foundation
import TestSupport
import Testing

/// A process of `colmeia backend --data` that a test kills.
final class KilledBackend: Sendable {
  let port: UInt16
  private let program: ChildProgram

  init(_ data: String) throws {
    program = try ChildProgram(ChildProgram.product("colmeia"), ["backend", "--data", data])
    var output = ""
    while !output.hasSuffix("\n") {
      let some = program.read()
      guard !some.isEmpty else { throw RawClient.Failure(description: "it ended before it listened: '\(output)'") }
      output += some
    }
    guard let port = output.split(separator: ":").last.flatMap({ UInt16($0.dropLast()) }) else {
      throw RawClient.Failure(description: "no port: '\(output)'")
    }
    self.port = port
  }

  func kill() { program.send(SIGKILL) }

  /// Waits until the process has ended. Returns its exit code, or the negated signal number. Kills a process that
  /// doesn't end within two minutes.
  func wait() async -> Int32 {
    await poll(for: "the end of the back end") { program.hasEnded }
    kill()
    return program.wait()
  }

  /// Ends the process as Ctrl-C does.
  func interrupt() { program.send(SIGINT) }
}
