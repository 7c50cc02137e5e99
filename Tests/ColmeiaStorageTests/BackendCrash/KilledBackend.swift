import Foundation
import TestSupport

/// A process of `colmeia backend --data`, which is killed.
final class KilledBackend: Sendable {
  let port: UInt16
  private let process: Process
  private let output: Pipe
  private let ended = DispatchSemaphore(value: 0)

  init(_ data: String) throws {
    (process, output) = (Process(), Pipe())
    process.executableURL = try CrashTests.product("colmeia")
    process.arguments = ["backend", "--data", data]
    process.standardOutput = output
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
    var said = ""
    while !said.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw RawClient.Failure(description: "it ended before it listened: '\(said)'") }
      said += String(decoding: data, as: UTF8.self)
    }
    guard let port = said.split(separator: ":").last.flatMap({ UInt16($0.dropLast()) }) else {
      throw RawClient.Failure(description: "no port: '\(said)'")
    }
    self.port = port
  }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits until it has ended; its status. One that goes on for two minutes is killed.
  func wait() -> Int32 {
    if ended.wait(timeout: .now() + .seconds(120)) == .timedOut {
      kill()
      ended.wait()
    }
    return process.terminationStatus
  }

  /// As Ctrl-C would end it.
  func interrupt() { Foundation.kill(process.processIdentifier, SIGINT) }
}
