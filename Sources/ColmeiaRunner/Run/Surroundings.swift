import ColmeiaJSON
import Foundation

/// The process's surroundings, in one place: what a run reads of the machine that it runs on.
enum WallClock {
  /// Seconds since 1970.
  static func now() -> Int { Int(Date.now.timeIntervalSince1970) }
}

enum ProcessEnvironment {
  static subscript(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}

/// A folder for one world, which only this user can look into.
struct WorldFolder {
  let path: String

  init() throws {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/colmeia-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StatementFailure(
        outcome: .broken, message: "no folder could be made in \(FileManager.default.temporaryDirectory.path)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whatever cannot be removed is left to the system, which cleans its temporary folder.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
