import Foundation

/// The process's surroundings, in one place: what a run reads of the machine that it runs on.
enum WallClock {
  /// Seconds since 1970.
  static func now() -> Int { Int(Date.now.timeIntervalSince1970) }
}

enum ProcessEnvironment {
  static subscript(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
