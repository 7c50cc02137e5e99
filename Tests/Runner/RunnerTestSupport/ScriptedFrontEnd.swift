import ColmeiaBase
import ColmeiaJSON
import Foundation

/// A front end for tests, which sends lines and waits for messages of the app.
package final class ScriptedFrontEnd: @unchecked Sendable {
  package enum Step {
    case send(String)
    /// Waits until the app has sent a line that contains this text.
    case wait(for: String)
  }

  // Unchecked because both variables are accessed only while the condition's lock is held.
  private let condition = NSCondition()
  /// Rings when the app has sent something.
  package let bell = Bell()
  private var steps: ArraySlice<Step>
  private var output = ""

  package init(_ steps: [Step]) { self.steps = steps[...] }

  /// The messages that the app has sent, one for each line.
  package var received: [JSON] {
    condition.withLock { output.split(separator: "\n").map { (try? JSON(parsing: $0)) ?? .string("no JSON: \($0)") } }
  }

  /// Returns the next line for the app, or nothing at the end.
  package func read(_ count: Int) -> [UInt8] {
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

  package func write(_ text: String) {
    condition.withLock {
      output += text
      condition.broadcast()
    }
    bell.ring()
  }
}
