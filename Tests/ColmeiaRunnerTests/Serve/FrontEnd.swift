import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaSync
import Foundation

@testable import ColmeiaRunner

/// A test front end, which sends lines and waits for messages of the app.
final class FrontEnd: @unchecked Sendable {
  enum Step {
    case send(String)
    /// Waits until the app has sent a line that contains this text.
    case wait(for: String)
  }

  // Unchecked because both variables are accessed only while the condition's lock is held.
  private let condition = NSCondition()
  /// Rings when the app has sent something.
  let bell = Bell()
  private var steps: ArraySlice<Step>
  private var output = ""

  init(_ steps: [Step]) { self.steps = steps[...] }

  /// The messages that the app has sent, one for each line.
  var received: [JSON] {
    condition.withLock { output.split(separator: "\n").map { (try? JSON(parsing: $0)) ?? .string("no JSON: \($0)") } }
  }

  /// Returns the next line for the app, or nothing at the end.
  func read(_ count: Int) -> [UInt8] {
    condition.withLock {
      while let step = steps.popFirst() {
        switch step {
        case .send(let line): return Array((line + "\n").utf8)
        case .wait(let text):
          let limit = Date() + 120
          while !output.contains(text) {
            if !condition.wait(until: limit) { return Array("never sent: \(text)\n".utf8) }
          }
        }
      }
      return []
    }
  }

  func write(_ text: String) {
    condition.withLock {
      output += text
      condition.broadcast()
    }
    bell.ring()
  }

  /// Runs a session of the kettle app with this front end.
  func run(_ interruption: Interruption = Interruption()) async throws -> ExitCode {
    try await run(KettleApp(), folder: nil, interruption)
  }

  /// Runs a session of an app that stores its data in this folder, or else in a temporary one.
  func run(
    _ app: some RunnableApp, folder: String?, language: String? = nil, _ interruption: Interruption = Interruption()
  ) async throws -> ExitCode {
    var options = ServeOptions()
    (options.seed, options.date, options.folder) = (1, 0, folder)
    let masker = SharedMasker()
    let served = try await ServedWorld(app, options, masker)
    let input = InputLines(limit: 200, interruption) { [self] in read($0) }
    let session = ServeSession(served, input, language: language, masker: masker) { [self] in write($0) }
    let code = try await session.run()
    await served.stop()
    return code
  }
}
